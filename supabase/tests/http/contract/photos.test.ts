import { expect, test } from "vitest";
import {
  call,
  expectStorageError,
  forged,
  hasSecret,
  inSeconds,
  isEmbedded,
  knownUser,
  newVisitor,
  open,
  photoName,
  photoPath,
  png,
  unsigned,
  uploadPhoto,
  UUID,
} from "../client.ts";

const NOT_ALLOWED = "new row violates row-level security policy";

test("accepts a photo in the form that storage-js sends", async () => {
  const { accessToken } = await knownUser("photographer");
  const name = photoName();
  const answer = await uploadPhoto(newVisitor(accessToken), name, form(await png(), "image/png"));
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toEqual({ Key: `review-proofs/${name}`, Id: expect.stringMatching(UUID) });
  expect((await openPhoto(name)).headers.get("content-type")).toBe("image/png");
});

test("refuses uploads with the public key only", async () => {
  expectStorageError(await uploadPhoto(newVisitor(), photoName(), await png()), "403", NOT_ALLOWED);
  expectStorageError(await uploadPhoto(newVisitor(), photoName(), form(await png(), "image/png")), "403", NOT_ALLOWED);
});

test("refuses uploads with a forged token", async () => {
  const { accessToken } = await knownUser("photographer");
  const photo = await png();
  const cases: [string, string][] = [
    [forged(accessToken, {}, "a-secret-of-thirty-two-characters"), "signature verification failed"],
    [unsigned(accessToken), '"alg" (Algorithm) Header Parameter value not allowed'],
    ["a.b.c", "JWS Protected Header is invalid"],
    ["abc", "Invalid Compact JWS"],
  ];
  for (const [token, message] of cases) {
    expectStorageError(await uploadPhoto(newVisitor(token), photoName(), photo), "403", message);
  }
});

test.skipIf(!hasSecret)("refuses uploads with an expired or early token", async () => {
  const { accessToken } = await knownUser("photographer");
  const photo = await png();
  const upload = (claims: object) => uploadPhoto(newVisitor(forged(accessToken, { ...claims })), photoName(), photo);
  expectStorageError(await upload({ exp: inSeconds(-60) }), "403", '"exp" claim timestamp check failed');
  expectStorageError(await upload({ nbf: inSeconds(600) }), "403", '"nbf" claim timestamp check failed');
  expect((await upload({})).status).toBe(200);
});

test("never replaces a photo", async () => {
  const { accessToken } = await knownUser("photographer");
  const name = photoName();
  await uploadPhoto(newVisitor(accessToken), name, await png());
  const again = await uploadPhoto(newVisitor(accessToken), name, await png());
  expectStorageError(again, "409", "The resource already exists");
  expect(again.body.error).toBe("Duplicate");
  // On Supabase no role may replace a photo. The embedded server has no upsert.
  expect((await uploadPhoto(newVisitor(accessToken), name, await png(), { "x-upsert": "true" })).status).toBe(400);
});

test("has no other bucket", async () => {
  const { accessToken } = await knownUser("photographer");
  const answer = await call(newVisitor(accessToken), "POST", "/storage/v1/object/other/public/photo.png", {
    body: await png(),
    headers: { "content-type": "image/png" },
  });
  // Supabase Storage sends 400 for a missing bucket. Ours has no path for another bucket.
  expect(answer.status, answer.text).toBe(isEmbedded ? 404 : 400);
});

test("refuses uploads without a photo's media type", async () => {
  const { accessToken } = await knownUser("photographer");
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj");
  const raw = await uploadPhoto(newVisitor(accessToken), photoName(), pdf, { "content-type": "application/pdf" });
  expectStorageError(raw, "415", /\w/);
  expect(raw.body.error).toBe("invalid_mime_type");
  const sent = await uploadPhoto(newVisitor(accessToken), photoName(), form(pdf, "application/pdf"));
  expectStorageError(sent, "415", /\w/);
  const empty = new FormData();
  empty.append("cacheControl", "3600");
  expectStorageError(await uploadPhoto(newVisitor(accessToken), photoName(), empty), "400", "No content provided");
});

test("refuses a photo of more than 5 MiB", async () => {
  const { accessToken } = await knownUser("photographer");
  const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1);
  for (const payload of [tooLarge, form(tooLarge, "image/png")]) {
    const answer = await uploadPhoto(newVisitor(accessToken), photoName(), payload);
    expectStorageError(answer, "413", /\w/);
    expect(answer.body.error).toBe("Payload too large");
  }
});

test("serves a photo without a key, and revalidates it", async () => {
  const { accessToken } = await knownUser("photographer");
  const name = photoName();
  await uploadPhoto(newVisitor(accessToken), name, form(await png(), "image/png"));
  const opened = await openPhoto(name);
  expect(opened.status).toBe(200);
  expect(opened.headers.get("content-type")).toBe("image/png");
  expect(opened.headers.get("cache-control")).toMatch(/\b(?:s-maxage|max-age)=30\b/);
  const etag = opened.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w.-]+"$/);

  const known = await openPhoto(name, { "if-none-match": etag });
  expect(known.status).toBe(304);
  expect(known.bytes.length).toBe(0);
  expect(known.headers.get("etag")).toBe(etag);
  expect((await openPhoto(name, { "if-none-match": '"other"' })).status).toBe(200);
  const missing = await openPhoto(photoName());
  expectStorageError(missing, "404", "Object not found");
  expect(missing.body.error).toBe("not_found");

  const head = await openPhoto(name, {}, "HEAD");
  expect(head.status).toBe(200);
  expect(head.headers.get("etag")).toBe(etag);
  expect(head.bytes.length).toBe(0);
});

/** Returns the form that storage-js sends for the product. */
function form(bytes: Buffer, type: string): FormData {
  const body = new FormData();
  body.append("cacheControl", "30");
  body.append("file", new Blob([new Uint8Array(bytes)], { type }), "photo");
  return body;
}

function openPhoto(name: string, headers = {}, method = "GET") {
  return open(photoPath(name), headers, method);
}
