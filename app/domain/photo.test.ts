import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  checkPhotos,
  MAX_PHOTO_BYTES,
  MAX_PHOTOS,
  MIN_PHOTO_SIDE,
  PHOTO_TYPES,
  type PhotoFile,
  photoObjectName,
} from "./photo";

const NOW = new Date("2025-05-05T10:30:00Z");

test("PNG, JPG and GIF photos are accepted", { tags: ["5.13", "9.11"] }, () => {
  const chosen = [photo("a.png", "image/png"), photo("b.jpg", "image/jpeg"), photo("c.gif", "image/gif")];
  expect(checkPhotos(chosen, [])).toEqual({ accepted: chosen, rejected: [] });
});

test("a name of a photo is enough where the system knows another type, or none", { tags: ["10.220"] }, () => {
  const chosen = [photo("a.PNG", ""), photo("b.jpeg", "image/jpg"), photo("c.gif", "application/octet-stream")];
  expect(checkPhotos(chosen, [])).toEqual({ accepted: chosen, rejected: [] });
});

test("any other type is refused", { tags: ["5.13", "9.11"] }, () => {
  for (const type of ["application/pdf", "image/webp", "image/svg+xml", "image/heic", "text/html", ""]) {
    const file = photo("lease.pdf", type);
    expect(checkPhotos([file], [])).toEqual({ accepted: [], rejected: [{ file, fault: "wrong-type" }] });
  }
});

test("a photo of exactly 5 MB is accepted, one byte more is not", { tags: ["5.15", "9.10"] }, () => {
  expect(MAX_PHOTO_BYTES).toBe(5_242_880);
  const largest = { ...photo("a.png"), size: 5_242_880 };
  const tooLarge = { ...photo("b.png"), size: 5_242_881 };
  expect(checkPhotos([largest, tooLarge], [])).toEqual({
    accepted: [largest],
    rejected: [{ file: tooLarge, fault: "too-large" }],
  });
});

test("three photos are accepted, of four the last is not", { tags: ["5.14", "9.9"] }, () => {
  expect(MAX_PHOTOS).toBe(3);
  const three = [photo("a.png"), photo("b.png"), photo("c.png")];
  expect(checkPhotos(three, []).rejected).toEqual([]);
  expect(checkPhotos([...three, photo("d.png")], [])).toEqual({
    accepted: three,
    rejected: [{ file: photo("d.png"), fault: "too-many" }],
  });
});

test("photos already selected count", () => {
  const result = checkPhotos([photo("c.png"), photo("d.png"), photo("e.png")], [photo("a.png"), photo("b.png")]);
  expect(result.accepted.map(({ name }) => name)).toEqual(["c.png"]);
  expect(result.rejected.map(({ fault }) => fault)).toEqual(["too-many", "too-many"]);
});

test("a photo of the same name is refused, whether selected before or just now", { tags: ["5.16"] }, () => {
  expect(checkPhotos([photo("a.png")], [photo("a.png")])).toEqual({
    accepted: [],
    rejected: [{ file: photo("a.png"), fault: "already-selected" }],
  });
  expect(checkPhotos([photo("a.png"), photo("a.png")], [])).toEqual({
    accepted: [photo("a.png")],
    rejected: [{ file: photo("a.png"), fault: "already-selected" }],
  });
});

test("a photo that is already selected is rejected as such even when no more fit", () => {
  const selected = [photo("a.png"), photo("b.png"), photo("c.png")];
  expect(checkPhotos([photo("b.png")], selected).rejected).toMatchObject([{ fault: "already-selected" }]);
});

test("a rejected file does not count towards the limit", () => {
  const result = checkPhotos([photo("a.pdf", "application/pdf"), photo("b.png"), photo("c.png"), photo("d.png")], []);
  expect(result.accepted.map(({ name }) => name)).toEqual(["b.png", "c.png", "d.png"]);
});

test("each rejected file comes with its fault, in the order of the files", () => {
  const result = checkPhotos(
    [
      { ...photo("big.png"), size: 6_000_000 },
      photo("a.png"),
      photo("b.png"),
      photo("c.png"),
      photo("d.png"),
      photo("e.png"),
      photo("a.png"),
    ],
    [],
  );
  expect(result.rejected.map(({ file, fault }) => [file.name, fault])).toEqual([
    ["big.png", "too-large"],
    ["d.png", "too-many"],
    ["e.png", "too-many"],
    ["a.png", "already-selected"],
  ]);
});

test("choosing nothing changes nothing", () => {
  expect(checkPhotos([], [photo("a.png")])).toEqual({ accepted: [], rejected: [] });
});

test(
  "a photo is stored under public/ with the start of the day in India, a random part and its extension",
  { tags: ["7.9"] },
  () => {
    const random = "k3j9x2";
    for (const now of [NOW, new Date("2025-05-04T18:30:00Z"), new Date("2025-05-05T18:29:59.999Z")]) {
      expect(photoObjectName({ extension: "jpg", now, random })).toBe("public/1746383400000-k3j9x2.jpg");
    }
    expect(photoObjectName({ extension: ".PNG", now: NOW, random })).toBe("public/1746383400000-k3j9x2.png");
    // As the upload policy asks.
    expect((1746383400000 + 19800000) % 86400000).toBe(0);
  },
);

test("the embedded storage asks for photos of the same size", () => {
  const source = readFileSync("server/embedded/photo-storage.ts", "utf8");
  expect(source).toContain(`const MIN_SIDE = ${MIN_PHOTO_SIDE};`);
});

test("the bucket has the same limits and takes these names", { tags: ["9.10", "9.11"] }, () => {
  const bucket = readFileSync("supabase/migrations/20261123060700_proof_storage.sql", "utf8");
  const types = PHOTO_TYPES.map((type) => `'${type}'`);
  expect(bucket).toContain(`'review-proofs', true, 5 * 1024 * 1024, array[${types.join(", ")}]`);
  const checks = readFileSync("supabase/migrations/20261123060600_checks_of_reviews.sql", "utf8");
  const [, pattern = "no pattern"] = /given ~ '(\^public[^']+)'/.exec(checks) ?? [];
  for (const extension of ["png", "jpg", "jpeg", "gif", "JPG"]) {
    expect(photoObjectName({ extension, now: NOW, random: "k3j9x2a7b1c4" })).toMatch(new RegExp(pattern));
  }
});

function photo(name: string, type = "image/png"): PhotoFile {
  return { name, type, size: 1000 };
}
