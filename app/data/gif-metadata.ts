/**
 * A GIF re-encoded by the browser would lose its animation, so its metadata is taken out block by block instead.
 * The layout is that of the GIF89a specification.
 */

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const PADDING = 0x00;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** The two names under which programs store how often an animation repeats. */
const LOOP_APPLICATIONS = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);

/**
 * Copies a GIF without comments, plain text, application data (XMP, ICC, …) and whatever follows its end. Frames,
 * their timing and the number of repeats stay. Returns null when the bytes are no complete GIF with at least one
 * frame. (spec 7)
 */
export function withoutGifMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const kept: Uint8Array[] = [];
  const header = headerLength(bytes);
  if (header === null) return null;
  kept.push(bytes.subarray(0, header));

  let position = header;
  let frames = 0;
  // A graphic control block belongs to the frame after it; it is dropped together with a text block it belonged to.
  let control: Uint8Array | null = null;

  while (position < bytes.length) {
    const kind = bytes[position];
    if (kind === TRAILER) break;
    if (kind === PADDING) {
      position += 1;
      continue;
    }
    if (kind === IMAGE) {
      const end = imageEnd(bytes, position);
      if (end === null) return null;
      if (control) kept.push(control);
      kept.push(bytes.subarray(position, end));
      control = null;
      frames += 1;
      position = end;
      continue;
    }
    if (kind !== EXTENSION) return null;

    const label = bytes[position + 1];
    const end = subBlocksEnd(bytes, position + 2);
    if (end === null) return null;
    if (label === GRAPHIC_CONTROL) control = graphicControl(bytes.subarray(position, end));
    else if (label === APPLICATION) {
      const loop = loopBlock(bytes.subarray(position, end));
      if (loop) kept.push(loop);
    } else control = null;
    position = end;
  }

  if (frames === 0) return null;
  kept.push(Uint8Array.of(TRAILER));
  return joined(kept);
}

/** The signature, the screen's description and the global colour table. */
function headerLength(bytes: Uint8Array): number | null {
  const signature = ascii(bytes.subarray(0, 6));
  if (signature !== "GIF87a" && signature !== "GIF89a") return null;
  const length = 13 + colourTableLength(bytes[10] ?? 0);
  return bytes.length >= length ? length : null;
}

function imageEnd(bytes: Uint8Array, start: number): number | null {
  const descriptor = 10;
  const flags = bytes[start + 9];
  if (flags === undefined) return null;
  const lzwCodeSize = 1;
  return subBlocksEnd(bytes, start + descriptor + colourTableLength(flags) + lzwCodeSize);
}

/** Where a chain of sub-blocks, each led by its length and closed by an empty one, ends. Null when it is cut off. */
function subBlocksEnd(bytes: Uint8Array, start: number): number | null {
  let position = start;
  for (;;) {
    const length = bytes[position];
    if (length === undefined) return null;
    position += 1 + length;
    if (length === 0) return position;
  }
}

function colourTableLength(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/** The block itself when it has the one size it may have: anything longer would carry something else along. */
function graphicControl(block: Uint8Array): Uint8Array | null {
  return block.length === 8 && block[2] === 4 ? block : null;
}

/** A loop extension rebuilt from its count alone. Null for any other application extension. */
function loopBlock(block: Uint8Array): Uint8Array | null {
  const name = ascii(block.subarray(3, 14));
  if (block[2] !== 11 || !LOOP_APPLICATIONS.has(name)) return null;
  if (block[14] !== 3 || block[15] !== 1) return null;
  const [low = 0, high = 0] = block.subarray(16, 18);
  return Uint8Array.of(EXTENSION, APPLICATION, 11, ...block.subarray(3, 14), 3, 1, low, high, 0);
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}
