import sharp from "sharp";

/** Returns a JPEG as from a phone: its metadata names the place and the device. */
export async function phonePhoto({ width = 1200, height = 900 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#9c3b2e" } })
    .withExif({
      IFD0: { Make: "Lotus", Model: "Lotus 9" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "19/1 7/1 3000/100",
        GPSLongitudeRef: "E",
        GPSLongitude: "72/1 54/1 0/1",
      },
    })
    .jpeg()
    .toBuffer();
}

/** Returns the width and the EXIF metadata of a picture. */
export async function metadataOf(picture: Buffer): Promise<{ width: number; exif: Buffer | undefined }> {
  const { width, exif } = await sharp(picture).metadata();
  return { width, exif };
}
