import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uploadWithStallTimeout } from "./upload-with-stall-timeout";
import { uploadPhoto } from "./photo-upload";
import type { forgetSession } from "~/data/accounts";
import { authClient } from "~/data/supabase-auth";

vi.mock(import("~/data/accounts"), () => ({ forgetSession: vi.fn<typeof forgetSession>() }) as never);
vi.mock(import("~/data/supabase-auth"), () => ({ authClient: vi.fn<typeof authClient>() }) as never);
vi.mock(import("./upload-with-stall-timeout"), () => ({
  uploadWithStallTimeout: vi.fn<typeof uploadWithStallTimeout>(),
}));

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const token = vi.fn<() => Promise<string | null>>();
const renewed = vi.fn<() => Promise<string | null>>();
const send = vi.mocked(uploadWithStallTimeout);

beforeEach(() => {
  const config = { backend: "supabase", supabaseUrl: "https://db.example", publishableKey: "sb_publishable_test" };
  vi.stubGlobal("window", { __gharsach: config });
  send.mockReset();
  token.mockReset().mockResolvedValue("the-token");
  renewed.mockReset().mockResolvedValue(null);
  const answer = (accessToken: string | null) => ({
    data: { session: accessToken && { access_token: accessToken } },
    error: null,
  });
  vi.mocked(authClient).mockResolvedValue({
    getSession: async () => answer(await token()),
    refreshSession: async () => answer(await renewed()),
  } as never);
});
afterEach(() => vi.unstubAllGlobals());

test(
  "an upload is in no cache a minute later and returns a path that is valid on every site address",
  { tags: ["3.10", "7.8", "7.10"] },
  async () => {
    send.mockResolvedValueOnce(stored());
    const photo = new File([PNG], "Asha's hall.png", { type: "image/png" });
    expect(await uploadPhoto(photo, "public/1746360000000-abcdef.png")).toEqual({
      path: "/storage/v1/object/public/review-proofs/public/1746360000000-abcdef.png",
    });
    const [url, init] = send.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(String(url)).toBe("https://db.example/storage/v1/object/review-proofs/public/1746360000000-abcdef.png");
    expect(headers.get("authorization")).toBe("Bearer the-token");
    expect(headers.get("x-upsert")).toBe("false");
    const form = init?.body;
    if (!(form instanceof FormData)) throw new Error("The photo was not sent as a form.");
    expect(form.get("cacheControl")).toBe("30");
    expect(form.get("file")).toMatchObject({ name: "photo", type: "image/png", size: PNG.length });
  },
);

test("a rejected photo fails with the storage's own message", async () => {
  send.mockResolvedValueOnce(storageRefusal(413, "The object exceeded the maximum allowed size"));
  await expect(uploadPhoto(new Blob([PNG]), "public/1-a.png")).rejects.toThrow(
    "The object exceeded the maximum allowed size",
  );
});

test("a storage that is not reached, or takes too long, is told apart from a refusal", async () => {
  const lost = new TypeError("Failed to fetch");
  const slow = new DOMException("The upload stalled.", "TimeoutError");
  for (const cause of [lost, slow]) {
    send.mockRejectedValueOnce(cause);
    await expect(uploadPhoto(new Blob([PNG]), "public/1-a.png")).rejects.toThrow(
      expect.objectContaining({ message: "The storage could not be reached.", cause }),
    );
  }
});

test.each([
  [401, "401", "Your session has ended. Please log in again."],
  [400, "403", "jwt expired"],
  [400, "403", '"exp" claim timestamp check failed'],
  [400, "403", '"nbf" claim timestamp check failed'],
  [400, "403", "Your session has ended. Please log in again."],
  [400, "403", "signature verification failed"],
  [400, "403", '"alg" (Algorithm) Header Parameter value not allowed'],
  [400, "403", "JWS Protected Header is invalid"],
  [400, "403", "Invalid Compact JWS"],
])("a rejected token is refreshed once: %i %s %s", async (status, statusCode, message) => {
  send.mockResolvedValueOnce(storageRefusal(status, message, statusCode)).mockResolvedValueOnce(stored());
  renewed.mockResolvedValueOnce("new-token");
  expect(await uploadPhoto(new Blob([PNG]), "public/1-a.png")).toMatchObject({ path: expect.any(String) });
  const tokens = send.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization"));
  expect(tokens).toEqual(["Bearer the-token", "Bearer new-token"]);

  send.mockResolvedValueOnce(storageRefusal(status, message, statusCode));
  expect(await uploadPhoto(new Blob([PNG]), "public/1-a.png")).toBe("session-expired");
  expect(send).toHaveBeenCalledTimes(3);
});

test.each([
  [400, "403", "new row violates row-level security policy"],
  // The policy and the trigger of the migration of the proof storage say it.
  [400, "403", "You have uploaded as many photos as one account may in a day."],
  [400, "404", "Bucket not found"],
  [400, "409", "The resource already exists"],
  [400, "413", "The object exceeded the maximum allowed size"],
  [413, "413", "The object exceeded the maximum allowed size"],
  [400, "415", "mime type text/html is not supported"],
  [429, "429", "The connection to the database timed out"],
  [500, "500", "Internal Server Error"],
  [544, "544", "The connection to the database timed out"],
])("other errors keep their message and refresh no token: %i %s %s", async (status, statusCode, message) => {
  send.mockResolvedValueOnce(storageRefusal(status, message, statusCode));
  await expect(uploadPhoto(new Blob([PNG]), "public/1-a.png")).rejects.toThrow(message);
  expect(send).toHaveBeenCalledOnce();
  expect(renewed).not.toHaveBeenCalled();
});

test("without a session nothing is uploaded", async () => {
  token.mockResolvedValue(null);
  expect(await uploadPhoto(new Blob([PNG]), "public/1-a.png")).toBe("session-expired");
  expect(send).not.toHaveBeenCalled();
});

function stored() {
  return Response.json({ Id: "1", Key: "review-proofs/public/1-a.png" });
}

function storageRefusal(status: number, message: string, statusCode = String(status)) {
  return Response.json({ statusCode, error: "refused", message }, { status });
}
