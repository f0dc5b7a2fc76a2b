import path from "node:path";
import { restore } from "../server/embedded/restore.ts";
import { embeddedDataDir, readArguments, runTool } from "./data-dir-tool.ts";

const { given: archive = "", values } = readArguments(
  "npm run restore -- <file> [--force], into DATA_DIR, which with --force puts aside what it holds",
  true,
  { force: { type: "boolean" } },
);

/** Puts the archive of a backup into DATA_DIR. */
await runTool(async (dataDir) => {
  const result = await restore(path.resolve(archive), dataDir, values.force === true, new Date());
  process.stdout.write(
    `Restored into ${dataDir}: ${result.reviews} reviews and ${result.photos} photos, as they were at ${result.madeAt}. Start the server: npm start\n`,
  );
  if (result.replaced)
    process.stdout.write(`What was there before is in ${result.replaced}; delete it once all is well.\n`);
  if (result.missingPhotos.length === 0) return 0;
  process.stderr.write(
    `${result.missingPhotos.length} photos were missing in the backup already: ${result.missingPhotos.slice(0, 20).join(", ")}.\n`,
  );
  return 1;
}, embeddedDataDir("Restore it"));
