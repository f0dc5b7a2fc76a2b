import { beforeEach, expect, test, vi } from "vitest";
import { projectAnswering, sessionOf } from "./test-requests";
import { uploadWithStallTimeout } from "./upload-with-stall-timeout";
import { uploadPhoto } from "./photo-upload";
import { authClient } from "~/data/supabase-auth";

vi.mock("~/data/accounts");
vi.mock("~/data/supabase-auth");
vi.mock("./upload-with-stall-timeout");

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const send = vi.mocked(uploadWithStallTimeout);
const upload = (photo = new Blob([PNG])) => uploadPhoto(photo, "public/1-a.png");

projectAnswering();
beforeEach(() => {
  vi.mocked(authClient).mockResolvedValue(sessionOf("the-token", "new-token"));
});

test("uploads a photo and returns a path without a host", { tags: ["3.10", "7.8"] }, async () => {
  send.mockResolvedValueOnce(stored());
  expect(await upload(new File([PNG], "Asha's hall.png", { type: "image/png" }))).toEqual({
    path: "/storage/v1/object/public/review-proofs/public/1-a.png",
  });
  const [url, init] = send.mock.calls[0] ?? [];
  expect(String(url)).toBe("https://db.example/storage/v1/object/review-proofs/public/1-a.png");
  const headers = Object.fromEntries(new Headers(init?.headers));
  expect(headers).toMatchObject({ authorization: "Bearer the-token", "x-upsert": "false" });
  const form = init?.body as FormData;
  expect(form.get("cacheControl")).toBe("30");
  expect(form.get("file")).toMatchObject({ name: "photo", type: "image/png", size: PNG.length });
});

test("distinguishes an unreachable or slow storage from a refusal", async () => {
  for (const cause of [new TypeError("Failed to fetch"), new DOMException("The upload stalled.", "TimeoutError")]) {
    send.mockRejectedValueOnce(cause);
    const failure = expect.objectContaining({ message: "The storage could not be reached.", cause });
    await expect(upload()).rejects.toThrow(failure);
  }
});

test.for([
  [401, "401", "Your session has ended. Please log in again."],
  [400, "403", "jwt expired"],
  [400, "403", '"exp" claim timestamp check failed'],
  [400, "403", "signature verification failed"],
  [400, "403", '"alg" (Algorithm) Header Parameter value not allowed'],
  [400, "403", "JWS Protected Header is invalid"],
  [400, "403", "Invalid Compact JWS"],
  [400, "403", "Key for the ES256 algorithm must be one of type CryptoKey, KeyObject, or JSON Web Key."],
] as const)("refreshes a rejected token once: %i %s %s", async ([status, statusCode, message]) => {
  send.mockResolvedValueOnce(refusal(status, statusCode, message)).mockResolvedValueOnce(stored());
  expect(await upload()).toMatchObject({ path: expect.any(String) });
  const tokens = send.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization"));
  expect(tokens).toEqual(["Bearer the-token", "Bearer new-token"]);
});

test.for([
  [400, "403", "You have uploaded as many photos as one account may in a day."],
  [400, "409", "The resource already exists"],
  [500, "500", "Internal Server Error"],
] as const)("keeps the message of another error: %i %s %s", async ([status, statusCode, message]) => {
  send.mockResolvedValueOnce(refusal(status, statusCode, message));
  await expect(upload()).rejects.toThrow(message);
  expect(send).toHaveBeenCalledOnce();
});

function stored() {
  return Response.json({ Id: "1", Key: "review-proofs/public/1-a.png" });
}

function refusal(status: number, statusCode: string, message: string) {
  return Response.json({ statusCode, error: "refused", message }, { status });
}
