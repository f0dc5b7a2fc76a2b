import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { hostedSmtpLine, smtpLine } from "./mail.ts";

test("without a mail server only a trial is fine", async () => {
  expect(await smtpLine(null, true)).toMatchObject({ state: "ok" });
  expect(await smtpLine(null, false)).toMatchObject({ state: "fail", remedy: "set SMTP_URL" });
});

test("a mail server that takes the password is fine, one that refuses it or is not there fails", async () => {
  const port = await startMailServer("right");
  const url = (password: string) => `smtp://site:${password}@127.0.0.1:${port}?ignoreTLS=true`;
  expect(await smtpLine(url("right"), false)).toMatchObject({ state: "ok" });
  const refused = await smtpLine(url("wrong"), false);
  expect(refused).toMatchObject({ state: "fail", detail: expect.stringMatching(/does not take the password/) });
  expect(JSON.stringify(refused), "its words are not passed on").not.toContain("site");
  expect(await smtpLine("smtp://site:right@127.0.0.1:9", false)).toMatchObject({
    state: "fail",
    remedy: expect.stringMatching(/firewall/),
  });
});

test("a mail server that says nothing, from the start or after its greeting, is given up", async () => {
  const started = Date.now();
  const lines = ["", "220 mail.test ESMTP\r\n"].map(async (greeting) => {
    const port = await listen(createServer((socket) => void socket.write(greeting)));
    return smtpLine(`smtp://127.0.0.1:${port}`, false);
  });
  expect(await Promise.all(lines)).toMatchObject([{ state: "fail" }, { state: "fail" }]);
  expect(Date.now() - started).toBeLessThan(15_000);
});

test("a project does not tell its mail server", () => {
  expect(hostedSmtpLine()).toMatchObject({ state: "unknown", remedy: expect.stringMatching(/SMTP Settings/) });
});

/** Just enough of SMTP to log in. */
async function startMailServer(password: string): Promise<number> {
  const right = Buffer.from(`\0site\0${password}`).toString("base64");
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mail.test ESMTP\r\n");
    socket.on("data", (data) => {
      const line = String(data).trim();
      if (line.startsWith("EHLO")) socket.write("250-mail.test\r\n250 AUTH PLAIN\r\n");
      else if (line.startsWith("AUTH"))
        socket.write(line.endsWith(right) ? "235 ok\r\n" : "535 site is not who it says\r\n");
      else socket.end("221 bye\r\n");
    });
  });
  return listen(server);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
