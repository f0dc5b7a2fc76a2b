import { expect, test } from "vitest";
import { checkPhotos, MAX_PHOTO_BYTES, MAX_PHOTOS, type PhotoFile, photoObjectName, storedSize } from "./photo";

test.for<[string, string, string?]>([
  ["a.png", "image/png"],
  ["b", "image/jpeg"],
  ["c", "image/gif"],
  ["a.PNG", ""],
  ["b.jpeg", "image/jpg"],
  ["b.jpg", ""],
  ["c.gif", "application/octet-stream"],
  ...["application/pdf", "image/webp", "image/svg+xml", "image/heic", "text/html", ""].map(
    (type): [string, string, string] => ["lease.png.pdf", type, "wrong-type"],
  ),
])("accepts only PNG, JPG and GIF photos: %s of type %j", { tags: ["5.13", "10.220"] }, ([name, type, fault]) => {
  const file = photo(name, type);
  const result = fault ? { accepted: [], rejected: [{ file, fault }] } : { accepted: [file], rejected: [] };
  expect(checkPhotos([file], [])).toEqual(result);
});

test("returns each rejected file with its fault, in the order of the files", { tags: ["5.13"] }, () => {
  expect(MAX_PHOTOS).toBe(3);
  const [a, b, c, d] = [photo("a.png"), photo("b.png"), photo("c.png"), photo("d.png")];
  const big = { ...photo("big.png"), size: 6_000_000 };
  expect(checkPhotos([big, a, a, b, c, d, b], [])).toEqual({
    accepted: [a, b, c],
    rejected: [
      { file: big, fault: "too-large" },
      { file: a, fault: "already-selected" },
      { file: d, fault: "too-many" },
      { file: b, fault: "already-selected" },
    ],
  });
  expect(checkPhotos([c, d, a], [a, b])).toEqual({
    accepted: [c],
    rejected: [
      { file: d, fault: "too-many" },
      { file: a, fault: "already-selected" },
    ],
  });
});

test("accepts a photo of exactly 5 MB and rejects one byte more", { tags: ["5.13"] }, () => {
  expect(MAX_PHOTO_BYTES).toBe(5_242_880);
  const [largest, tooLarge] = [5_242_880, 5_242_881].map((size) => ({ ...photo("a.png"), size }));
  expect(checkPhotos([largest as PhotoFile], []).rejected).toEqual([]);
  expect(checkPhotos([tooLarge as PhotoFile], []).rejected).toMatchObject([{ fault: "too-large" }]);
});

test("names a photo by the start of the day in India and a random part", { tags: ["7.8"] }, () => {
  const random = "k3j9x2";
  for (const now of ["2025-05-04T18:30:00Z", "2025-05-05T18:29:59.999Z"].map((time) => new Date(time))) {
    expect(photoObjectName({ extension: "jpg", now, random })).toBe("public/1746383400000-k3j9x2.jpg");
    expect(photoObjectName({ extension: ".PNG", now, random })).toBe("public/1746383400000-k3j9x2.png");
  }
});

test.each([
  [400, 400, { width: 400, height: 400 }],
  [4000, 3000, { width: 2400, height: 1800 }],
  [1080, 2400, { width: 1080, height: 2400 }],
  [1080, 12_000, { width: 600, height: 6667 }],
  [12_000, 1080, { width: 6667, height: 600 }],
  [200, 4000, { width: 200, height: 4000 }],
  [20_000, 1000, { width: 12_000, height: 600 }],
  [200, 4001, "too-long"],
  [720, 30_000, "too-long"],
  [199, 300, "too-small"],
  [199, 30_000, "too-small"],
  [1, 1, "too-small"],
])("keeps the words of a picture of %i by %i pixels legible: %j", { tags: ["10.227"] }, (width, height, size) => {
  expect(storedSize({ width, height })).toEqual(size);
  // The storage scales the picture of the browser again.
  expect(typeof size === "string" ? size : storedSize(size)).toEqual(size);
});

function photo(name: string, type = "image/png"): PhotoFile {
  return { name, type, size: 1000 };
}
