import { expect, test } from "vitest";
import { withoutGifMetadata } from "./gif-metadata";

const HEADER = [...new TextEncoder().encode("GIF89a"), 1, 0, 1, 0, 0, 0, 0];
const FRAME = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0];
const FRAME_WITH_OWN_COLOURS = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 9, 9, 9, 7, 7, 7, 2, 2, 0x44, 0x01, 0];
const CONTROL = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];
const LOOP = [0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0];
const COMMENT = [0x21, 0xfe, 5, ...new TextEncoder().encode("Pixel"), 0];
const XMP = [0x21, 0xff, 11, ...new TextEncoder().encode("XMP DataXMP"), 3, 60, 63, 62, 0];
const PLAIN_TEXT = [0x21, 0x01, 12, 0, 0, 0, 0, 1, 0, 1, 0, 8, 8, 0, 1, 2, 72, 105, 0];
const TRAILER = [0x3b];

test.for([
  ["comments, XMP and plain text", [COMMENT, XMP, PLAIN_TEXT, FRAME, COMMENT, TRAILER], [FRAME, TRAILER]],
  [
    "what hides behind the repeat count",
    [[...LOOP.slice(0, -1), 4, 1, 2, 3, 4, 0], FRAME, TRAILER],
    [LOOP, FRAME, TRAILER],
  ],
  ["a text block with its timing", [CONTROL, PLAIN_TEXT, FRAME, TRAILER], [FRAME, TRAILER]],
  ["what follows the end", [FRAME, TRAILER, [...new TextEncoder().encode("12.97N 77.59E")]], [FRAME, TRAILER]],
] as const)("%s goes", ([, blocks, kept]) => {
  expect(withoutGifMetadata(bytes(HEADER, ...blocks))).toEqual(bytes(HEADER, ...kept));
});

test("frames, their timing and colours and the repeats of an animation stay, and a missing end is added", () => {
  for (const blocks of [[FRAME], [LOOP, CONTROL, FRAME, CONTROL, FRAME_WITH_OWN_COLOURS]]) {
    const whole = bytes(HEADER, ...blocks, TRAILER);
    expect(withoutGifMetadata(whole)).toEqual(whole);
    expect(withoutGifMetadata(bytes(HEADER, ...blocks))).toEqual(whole);
  }
  const coloured = bytes(HEADER.with(10, 0x80), [1, 2, 3, 4, 5, 6], FRAME, TRAILER);
  expect(withoutGifMetadata(coloured)).toEqual(coloured);
});

test("bytes that are no complete GIF are refused", () => {
  const [png, signature] = [[0x89, 0x50, 0x4e, 0x47], HEADER.slice(0, 6)];
  for (const parts of [[], [signature], [png, FRAME], [HEADER, TRAILER], [HEADER, [0x99], FRAME, TRAILER]])
    expect(withoutGifMetadata(bytes(...parts))).toBeNull();
});

test("a GIF cut off anywhere inside its frame is refused", () => {
  const gif = bytes(HEADER, FRAME);
  for (let length = HEADER.length; length < gif.length; length += 1) {
    expect(withoutGifMetadata(gif.subarray(0, length)), `${length} bytes`).toBeNull();
  }
});

function bytes(...parts: (readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flat());
}
