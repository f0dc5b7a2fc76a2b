import { beforeEach, expect, test, vi } from "vitest";
import { detectPhotoType, removeMetadata } from "./photo-metadata";

const decode = vi.fn<(photo: Blob, options: ImageBitmapOptions) => Promise<ImageBitmap>>();
const close = vi.fn<() => void>();
const drawings: { width: number; height: number }[] = [];
/** Returns the bytes of a drawing of this width. */
let bytesOf: (width: number) => number;

beforeEach(() => {
  decode.mockResolvedValue({ width: 4000, height: 3000, close });
  drawings.length = 0;
  bytesOf = () => 1000;
  vi.stubGlobal("createImageBitmap", decode);
  vi.stubGlobal("OffscreenCanvas", FakeCanvas);
});

test("detects the type by the file signature", () => {
  const types = [PNG, JPEG, GIF, WEBP, Uint8Array.of()].map(detectPhotoType);
  expect(types).toEqual(["image/png", "image/jpeg", "image/gif", null, null]);
});

test("re-encodes a photo upright and scales it down to 2400 pixels", { tags: ["7.11"] }, async () => {
  const cleaned = await removeMetadata(file(JPEG, "image/jpeg"));
  expect(decode.mock.calls[0]?.[1]).toEqual({ imageOrientation: "from-image" });
  expect(drawings).toEqual([{ width: 2400, height: 1800 }]);
  expect(cleaned).toMatchObject({ photo: { type: "image/jpeg", size: 1000 } });
  expect(cleaned).not.toMatchObject({ photo: { name: "photo" } });
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  [300, 199, "too-small"],
  [720, 30_000, "too-long"],
])("rejects a photo of %i by %i pixels before it is drawn: %s", async (width, height, fault) => {
  decode.mockResolvedValue({ width, height, close });
  expect(await removeMetadata(file(PNG, "image/png"))).toBe(fault);
  expect(await removeMetadata(file(GIF, "image/gif"))).toBe(fault);
  expect(drawings).toEqual([]);
  expect(close).toHaveBeenCalledTimes(2);
});

test("draws a long screenshot as wide as its words need", { tags: ["10.227"] }, async () => {
  decode.mockResolvedValue({ width: 1080, height: 12_000, close });
  expect(await removeMetadata(file(PNG, "image/png"))).toMatchObject({ photo: { type: "image/png" } });
  expect(drawings).toEqual([{ width: 600, height: 6667 }]);
});

test("turns a PNG over the upload limit into a JPEG, and makes it smaller only if that is not enough", async () => {
  bytesOf = (width) => width * 3000;
  expect(await removeMetadata(file(PNG, "image/png"))).toMatchObject({ photo: { type: "image/jpeg" } });
  expect(drawings.map(({ width }) => width)).toEqual([2400, 2400, 1800, 1200]);
});

test("re-encodes a GIF as a PNG without its comments", async () => {
  expect(await removeMetadata(file(GIF, "image/gif"))).toMatchObject({ photo: { type: "image/png", size: 1000 } });
  expect(drawings).toEqual([{ width: 2400, height: 1800 }]);
});

test("rejects a file that is no image or cannot be read", async () => {
  const gone = file(PNG, "image/png");
  gone.arrayBuffer = () => Promise.reject(new DOMException("The file could not be read.", "NotReadableError"));
  expect(await removeMetadata(gone)).toBe("unreadable");
  expect(await removeMetadata(file(new TextEncoder().encode("<script>"), "image/png"))).toBe("unreadable");
  expect(await removeMetadata(file(WEBP, "image/jpeg"))).toBe("unreadable");
  decode.mockRejectedValue(new DOMException("The source image could not be decoded.", "InvalidStateError"));
  expect(await removeMetadata(file(PNG, "image/png"))).toBe("unreadable");
  expect(await removeMetadata(file(GIF, "image/gif"))).toBe("unreadable");
});

test("keeps the size of a small picture and uses the type of its content", { tags: ["10.220"] }, async () => {
  decode.mockResolvedValue({ width: 300, height: 200, close });
  for (const type of ["image/jpeg", "image/jpg", "application/octet-stream", ""])
    expect(await removeMetadata(file(PNG, type))).toMatchObject({ photo: { type: "image/png" } });
  expect(drawings[0]).toEqual({ width: 300, height: 200 });
});

test("rejects the photo if the canvas runs out of memory", async () => {
  bytesOf = () => {
    throw new DOMException("Out of memory", "EncodingError");
  };
  expect(await removeMetadata(file(PNG, "image/png"))).toBe("unreadable");
  expect(close).toHaveBeenCalledOnce();
});

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 0);
const WEBP = new TextEncoder().encode("RIFF0000WEBP");
const GIF = new TextEncoder().encode("GIF89a");

/** Node has no canvas. */
class FakeCanvas {
  constructor(width: number, height: number) {
    drawings.push({ width, height });
  }
  getContext() {
    return { drawImage() {}, fillRect() {} };
  }
  async convertToBlob({ type }: { type: string }) {
    const { width = 0 } = drawings.at(-1) ?? {};
    return new Blob([new Uint8Array(bytesOf(width))], { type });
  }
}

function file(bytes: Uint8Array, type: string): File {
  return new File([Uint8Array.from(bytes)], "photo", { type });
}
