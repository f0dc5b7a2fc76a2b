import { expect, test, vi } from "vitest";
import { type WebServerParts, createWebServer } from "./web-server.ts";

test("an address that is no text is refused before anything tries to read it", async () => {
  const renderPage = vi.fn<WebServerParts["renderPage"]>(async () => new Response("page"));
  const { app: server } = createWebServer({
    settings: { backend: "browser", siteUrl: "http://localhost:3000", supabaseUrl: "", trustProxy: false },
    ping: async () => {},
    renderPage,
    assetsFolder: null,
  });
  for (const address of [
    "/%ff",
    "/reviews/%E0%A4%A",
    "/x.png%ff",
    "/blog/%",
    "/%c0%af",
    "/a%00b",
    "/reviews%0a",
    "/%0d%0aX: y",
  ]) {
    const answer = await server.request(`http://localhost:3000${address}`);
    expect([answer.status, await answer.text()], address).toEqual([400, "This address is malformed."]);
    expect(answer.headers.get("X-Request-Id"), address).toMatch(/^[\w-]{12}$/);
  }
  const answer = await server.request("http://localhost:3000/storage/v1/object/a%00b");
  expect([answer.status, await answer.json()]).toEqual([400, { message: "This address is malformed." }]);
  expect(renderPage).not.toHaveBeenCalled();
  for (const address of ["/100%25", "/%E0%A4%95", "/?q=%ff"]) {
    expect((await server.request(`http://localhost:3000${address}`)).status, address).toBe(200);
  }
});
