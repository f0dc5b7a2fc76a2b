import { expect, test } from "vitest";
import { renditionsLine, visiblePhoto } from "./photos.ts";
import { NO_ANSWER, stubAsk } from "./stub-ask.ts";

const PHOTO = "1714501800000-4be1a7c09d52.jpg";

function rendering(
  answer: object,
  { photo = PHOTO as string | null, backend = "supabase" as "supabase" | "embedded" } = {},
) {
  const settings = { backend, proofThumbnails: "rendition" } as const;
  return renditionsLine(stubAsk({ "/storage/v1/render/": answer }), photo, settings);
}

const IMAGE = { status: 200, type: "image/webp" };
/** A plan without image transformation says so before it looks for the photo. */
const OFF = {
  status: 400,
  body: { code: "FeatureNotEnabled", message: "The feature imageTransformation is not enabled" },
};
const NO_ROUTE = { status: 404, body: { message: "Route GET:/render/image/public not found", error: "Not Found" } };
const NO_PHOTO = { status: 400, body: { error: "not_found", message: "Object not found" } };

test("renditions that cards ask for must work", async () => {
  expect(await rendering(IMAGE)).toMatchObject({ state: "ok" });
  expect(await rendering({ status: 307 })).toMatchObject({ state: "ok" });
  for (const answer of [OFF, NO_ROUTE, { status: 200, type: "text/html" }]) {
    expect(await rendering(answer)).toMatchObject({
      state: "fail",
      remedy: expect.stringMatching(/PROOF_THUMBNAILS=original/),
    });
    expect(await rendering(answer, { photo: null })).toMatchObject({ state: "fail" });
  }
});

test("a storage that finds no photo is not known to work, but one that should have found it is broken", async () => {
  expect(await rendering(NO_PHOTO, { photo: null })).toMatchObject({
    state: "unknown",
    remedy: expect.stringMatching(/publish a review/),
  });
  expect(await rendering(NO_PHOTO)).toMatchObject({ state: "fail" });
  expect(await rendering({ status: 503 })).toMatchObject({ state: "unknown", remedy: "run this again" });
});

test("a storage that cannot be reached points to the line that says why", async () => {
  expect(await rendering(NO_ANSWER)).toMatchObject({
    state: "unknown",
    detail: "the storage could not be reached (ECONNREFUSED)",
    remedy: "see the line of the public key",
  });
  expect(await rendering(NO_ANSWER, { backend: "embedded" })).toMatchObject({
    remedy: "see the line of the web server",
  });
});

test("originals are right where there are no renditions, and a waste where there are", async () => {
  const settings = { backend: "supabase", proofThumbnails: "original" } as const;
  const original = (answer: object) => renditionsLine(stubAsk({ "/storage/v1/render/": answer }), PHOTO, settings);
  expect(await original(OFF)).toMatchObject({ state: "ok" });
  expect(await original(IMAGE)).toMatchObject({ state: "warn", remedy: "set PROOF_THUMBNAILS=rendition" });
});

test("a photo to ask for is found among the newest reviews", async () => {
  const reviews = [{ proof_urls: null }, { proof_urls: [`/storage/v1/object/public/review-proofs/public/${PHOTO}`] }];
  expect(await visiblePhoto(stubAsk({ "/rest/v1/rpc/": { body: reviews } }))).toBe(PHOTO);
  expect(await visiblePhoto(stubAsk({ "/rest/v1/rpc/": { body: [] } }))).toBeNull();
});
