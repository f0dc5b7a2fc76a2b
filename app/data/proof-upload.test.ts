import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendPatiently } from "./patient-upload";
import { uploadProofFile } from "./proof-upload";
import type { forgetSession } from "~/data/accounts";
import { authClient } from "~/data/supabase-auth";

vi.mock(import("~/data/accounts"), () => ({ forgetSession: vi.fn<typeof forgetSession>() }) as never);
vi.mock(import("~/data/supabase-auth"), () => ({ authClient: vi.fn<typeof authClient>() }) as never);
vi.mock(import("./patient-upload"), () => ({ sendPatiently: vi.fn<typeof sendPatiently>() }));

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const token = vi.fn<() => Promise<string | null>>();
const renewed = vi.fn<() => Promise<string | null>>();
const send = vi.mocked(sendPatiently);

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
  "a photo is stored under its name for good and answered with a path that holds on every address",
  { tags: ["3.10", "7.8", "7.10"] },
  async () => {
    send.mockResolvedValueOnce(stored());
    const photo = new File([PNG], "Asha's hall.png", { type: "image/png" });
    expect(await uploadProofFile(photo, "public/1746360000000-abcdef.png")).toEqual({
      path: "/storage/v1/object/public/review-proofs/public/1746360000000-abcdef.png",
    });
    const [url, init] = send.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(String(url)).toBe("https://db.example/storage/v1/object/review-proofs/public/1746360000000-abcdef.png");
    expect(headers.get("authorization")).toBe("Bearer the-token");
    expect(headers.get("x-upsert")).toBe("false");
    const form = init?.body;
    if (!(form instanceof FormData)) throw new Error("The photo was not sent as a form.");
    expect(form.get("cacheControl")).toBe("31536000");
    expect(form.get("file")).toMatchObject({ name: "photo", type: "image/png", size: PNG.length });
  },
);

test("a refused photo keeps the storage's own sentence", async () => {
  send.mockResolvedValueOnce(storageRefusal(413, "The object exceeded the maximum allowed size"));
  await expect(uploadProofFile(new Blob([PNG]), "public/1-a.png")).rejects.toThrow(
    "The object exceeded the maximum allowed size",
  );
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(uploadProofFile(new Blob([PNG]), "public/1-a.png")).rejects.toThrow("The storage could not be reached.");
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
])("a token that the storage does not take is renewed once: %i %s %s", async (status, statusCode, message) => {
  send.mockResolvedValueOnce(storageRefusal(status, message, statusCode)).mockResolvedValueOnce(stored());
  renewed.mockResolvedValueOnce("new-token");
  expect(await uploadProofFile(new Blob([PNG]), "public/1-a.png")).toMatchObject({ path: expect.any(String) });
  const tokens = send.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization"));
  expect(tokens).toEqual(["Bearer the-token", "Bearer new-token"]);

  send.mockResolvedValueOnce(storageRefusal(status, message, statusCode));
  expect(await uploadProofFile(new Blob([PNG]), "public/1-a.png")).toBe("session-expired");
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
])("another refusal keeps its sentence and renews no token: %i %s %s", async (status, statusCode, message) => {
  send.mockResolvedValueOnce(storageRefusal(status, message, statusCode));
  await expect(uploadProofFile(new Blob([PNG]), "public/1-a.png")).rejects.toThrow(message);
  expect(send).toHaveBeenCalledOnce();
  expect(renewed).not.toHaveBeenCalled();
});

test("an ended session is noticed before the storage is asked", async () => {
  token.mockResolvedValue(null);
  expect(await uploadProofFile(new Blob([PNG]), "public/1-a.png")).toBe("session-expired");
  expect(send).not.toHaveBeenCalled();
});

function stored() {
  return Response.json({ Id: "1", Key: "review-proofs/public/1-a.png" });
}

function storageRefusal(status: number, message: string, statusCode = String(status)) {
  return Response.json({ statusCode, error: "refused", message }, { status });
}
