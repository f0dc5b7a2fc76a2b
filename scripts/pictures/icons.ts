import sharp from "sharp";
import type { Paint } from "./paint.ts";

interface Icon {
  path: string;
  size: number;
  /** The height of the logo as a share of the icon's. */
  logoHeight: number;
  /** The background: to the edges, with round corners, or none. */
  paper: "full" | "rounded" | "none";
}

/** app/features/site/web-manifest.json and the links in app/root.tsx name these files. */
const ICONS: Icon[] = [
  { path: "icon-192.png", size: 192, logoHeight: 0.72, paper: "rounded" },
  { path: "icon-512.png", size: 512, logoHeight: 0.72, paper: "rounded" },
  // Launchers crop it. All of them keep a circle in the middle, four fifths wide.
  { path: "icon-maskable-512.png", size: 512, logoHeight: 0.54, paper: "full" },
  { path: "apple-touch-icon.png", size: 180, logoHeight: 0.68, paper: "full" },
];

const FAVICON: Icon = { path: "favicon.ico", size: 32, logoHeight: 1, paper: "none" };

export async function drawIcons(paint: Paint): Promise<Map<string, Buffer>> {
  const icons = await Promise.all(ICONS.map(async (icon) => [icon.path, await draw(icon, paint)] as const));
  return new Map([...icons, [FAVICON.path, icoOf(FAVICON.size, await draw(FAVICON, paint))]]);
}

function draw({ size, logoHeight, paper }: Icon, paint: Paint): Promise<Buffer> {
  const height = logoHeight * size;
  const width = (height * 32) / 36;
  const corner = paper === "rounded" ? size * 0.18 : 0;
  const sheet =
    paper === "none" ? "" : `<rect width="${size}" height="${size}" rx="${corner}" fill="${paint.colour("paper")}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><style>${paint.style}</style>${sheet}<svg x="${(size - width) / 2}" y="${(size - height) / 2}" width="${width}" height="${height}" viewBox="0 0 32 36">${paint.logo}</svg></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

function icoOf(size: number, png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // icon
  header.writeUInt16LE(1, 4); // number of pictures
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // color planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18); // offset
  return Buffer.concat([header, png]);
}
