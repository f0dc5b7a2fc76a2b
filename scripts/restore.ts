import path from "node:path";
import { restore } from "../server/embedded/restore.ts";
import { commandLine, embeddedSettings, runTool } from "./data-dir-tool.ts";

const program = commandLine("restore")
  .description("Puts the archive of a backup into DATA_DIR.")
  .argument("<archive>", "the .tar.gz file")
  .option("--force", "puts aside what DATA_DIR holds")
  .parse();
const [archive] = program.processedArgs as [string];
const { force = false } = program.opts<{ force?: true }>();

await runTool(async ({ dataDir }) => {
  const result = await restore(path.resolve(archive), dataDir, force, new Date());
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
}, embeddedSettings("Restore it"));
