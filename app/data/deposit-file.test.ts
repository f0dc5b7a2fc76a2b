import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test, vi } from "vitest";
import { packCompanion, unpackCompanion } from "./deposit-file";
import { emptyCompanion } from "./read-companion";
import { linesFor } from "~/domain/handover";
import type { SheetPhoto } from "~/domain/deposit-companion";

// A canvas draws photos only in a browser.
vi.mock("./photo-metadata", () => ({ removeMetadata: async (photo: File) => ({ photo }) }));

const PHOTO: SheetPhoto = {
  ...{ id: "0a0b0c0d-0000-4000-8000-000000000000", sheet: "in", line: "walls", day: "2026-11-01" },
  picture: new Blob(["picture"], { type: "image/jpeg" }),
};

test("opens the file that it packed, on another device", { tags: ["12.4"] }, async () => {
  const companion = { ...emptyCompanion(), city: "Pune" };
  const opened = await unpackCompanion(await packCompanion(companion, [PHOTO], "Moving in"));
  expect(opened).toMatchObject({
    companion,
    isUnchanged: true,
    photos: [{ sheet: "in", line: "walls", day: "2026-11-01" }],
  });
  expect(await opened?.photos[0]?.picture.text()).toBe("picture");
});

test("writes the SHA-256 of each file, and notices a changed one", { tags: ["12.4"] }, async () => {
  const file = await packCompanion(emptyCompanion(), [PHOTO], "Moving in");
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
  expect(strFromU8(files["SHA256SUMS.txt"] ?? new Uint8Array())).toMatch(
    /^[0-9a-f]{64} {2}companion\.json\n[0-9a-f]{64} {2}photos\/in-walls-2026-11-01-\S+\n[0-9a-f]{64} {2}sheet\.txt\n$/,
  );
  const name = Object.keys(files).find((each) => each.startsWith("photos/")) ?? "";
  const changed = zipSync({ ...files, [name]: strToU8("another") }, { level: 0 });
  expect(await unpackCompanion(new Blob([changed as Uint8Array<ArrayBuffer>]))).toMatchObject({ isUnchanged: false });
});

test("keeps a photo of every line of the list", { tags: ["12.4"] }, async () => {
  const lines = [...linesFor("flat"), ...linesFor("pg")].map(({ key }) => key);
  const photos = lines.map((line, place) => ({
    ...PHOTO,
    line,
    id: `0a0b0c0d-0000-4000-8000-${String(place).padStart(12, "0")}`,
  }));
  const opened = await unpackCompanion(await packCompanion(emptyCompanion(), photos, "Moving in"));
  expect(opened?.isUnchanged).toBe(true);
  expect(opened?.photos.map(({ line }) => line).toSorted()).toEqual(lines.toSorted());
});

test("names a screenshot by its format", { tags: ["12.4"] }, async () => {
  const screenshot = { ...PHOTO, picture: new Blob(["picture"], { type: "image/png" }) };
  const file = await packCompanion(emptyCompanion(), [screenshot], "Moving in");
  expect(Object.keys(unzipSync(new Uint8Array(await file.arrayBuffer())))).toContain(
    `photos/in-walls-2026-11-01-${PHOTO.id}.png`,
  );
  expect(await unpackCompanion(file)).toMatchObject({ isUnchanged: true, photos: [{ line: "walls" }] });
});

test("notices a photo that is missing, and a changed sheet", { tags: ["12.4"] }, async () => {
  const files = unzipSync(
    new Uint8Array(await (await packCompanion(emptyCompanion(), [PHOTO], "Moving in")).arrayBuffer()),
  );
  const withoutPhotos = Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith("photos/")));
  for (const changed of [withoutPhotos, { ...files, "sheet.txt": strToU8("All fine") }]) {
    const opened = await unpackCompanion(new Blob([zipSync(changed, { level: 0 }) as Uint8Array<ArrayBuffer>]));
    expect(opened?.isUnchanged).toBe(false);
  }
});

test("refuses other files", { tags: ["12.4"] }, async () => {
  const other = zipSync({ "readme.txt": strToU8("Hello") });
  for (const file of [new Blob(["no zip"]), new Blob([other as Uint8Array<ArrayBuffer>])])
    expect(await unpackCompanion(file)).toBeNull();
});
