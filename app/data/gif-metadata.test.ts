import { expect, test } from "vitest";
import { withoutGifMetadata } from "./gif-metadata";

test("a plain GIF comes back as it was", () => {
  const gif = bytes(HEADER, FRAME, TRAILER);
  expect(withoutGifMetadata(gif)).toEqual(gif);
});

test("comments, XMP and plain text are taken out", () => {
  const gif = bytes(HEADER, COMMENT, XMP, PLAIN_TEXT, FRAME, COMMENT, TRAILER);
  expect(withoutGifMetadata(gif)).toEqual(bytes(HEADER, FRAME, TRAILER));
});

test("every frame, its timing and the repeats of an animation stay", () => {
  const gif = bytes(HEADER, LOOP, CONTROL, FRAME, COMMENT, CONTROL, FRAME_WITH_OWN_COLOURS, TRAILER);
  expect(withoutGifMetadata(gif)).toEqual(
    bytes(HEADER, LOOP, CONTROL, FRAME, CONTROL, FRAME_WITH_OWN_COLOURS, TRAILER),
  );
});

test("what hides behind the repeat count is taken out", () => {
  const stuffed = [...LOOP.slice(0, -1), 4, 1, 2, 3, 4, 0];
  expect(withoutGifMetadata(bytes(HEADER, stuffed, FRAME, TRAILER))).toEqual(bytes(HEADER, LOOP, FRAME, TRAILER));
});

test("the timing of a text block goes with the text block", () => {
  const gif = bytes(HEADER, CONTROL, PLAIN_TEXT, FRAME, TRAILER);
  expect(withoutGifMetadata(gif)).toEqual(bytes(HEADER, FRAME, TRAILER));
});

test("what follows the end of the picture is cut off", () => {
  const gif = bytes(HEADER, FRAME, TRAILER, [...new TextEncoder().encode("12.97N 77.59E")]);
  expect(withoutGifMetadata(gif)).toEqual(bytes(HEADER, FRAME, TRAILER));
});

test("a picture whose end mark is missing gets one", () => {
  expect(withoutGifMetadata(bytes(HEADER, FRAME))).toEqual(bytes(HEADER, FRAME, TRAILER));
});

test("a global colour table is kept", () => {
  const header = [...HEADER];
  header[10] = 0x80;
  const gif = bytes(header, [1, 2, 3, 4, 5, 6], FRAME, TRAILER);
  expect(withoutGifMetadata(gif)).toEqual(gif);
});

test("bytes that are no complete GIF are refused", () => {
  expect(withoutGifMetadata(bytes([]))).toBeNull();
  expect(withoutGifMetadata(bytes([...new TextEncoder().encode("GIF89a")]))).toBeNull();
  expect(withoutGifMetadata(bytes([0x89, 0x50, 0x4e, 0x47], FRAME))).toBeNull();
  expect(withoutGifMetadata(bytes(HEADER, TRAILER))).toBeNull();
  expect(withoutGifMetadata(bytes(HEADER, [0x99], FRAME, TRAILER))).toBeNull();
});

test("a GIF cut off anywhere inside its frame is refused", () => {
  const gif = bytes(HEADER, FRAME);
  for (let length = HEADER.length; length < gif.length; length += 1) {
    expect(withoutGifMetadata(gif.subarray(0, length)), `${length} bytes`).toBeNull();
  }
});

const HEADER = [...new TextEncoder().encode("GIF89a"), 1, 0, 1, 0, 0, 0, 0];
const FRAME = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0];
const FRAME_WITH_OWN_COLOURS = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 9, 9, 9, 7, 7, 7, 2, 2, 0x44, 0x01, 0];
const CONTROL = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];
const LOOP = [0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0];
const COMMENT = [0x21, 0xfe, 5, ...new TextEncoder().encode("Pixel"), 0];
const XMP = [0x21, 0xff, 11, ...new TextEncoder().encode("XMP DataXMP"), 3, 60, 63, 62, 0];
const PLAIN_TEXT = [0x21, 0x01, 12, 0, 0, 0, 0, 1, 0, 1, 0, 8, 8, 0, 1, 2, 72, 105, 0];
const TRAILER = [0x3b];

function bytes(...parts: number[][]): Uint8Array {
  return Uint8Array.from(parts.flat());
}
