import path from "node:path";
import { restore } from "../server/embedded/restore.ts";
import { commandLine, embeddedSettings, runTool } from "./data-dir-tool.ts";

const program = commandLine("restore")
  .description("Restores an archive into DATA_DIR.")
  .argument("<archive>", "the .tar.gz file")
  .option("--force", "move the current content of DATA_DIR into a subfolder")
  .parse();
const [archive] = program.processedArgs as [string];
const { force = false } = program.opts<{ force?: true }>();

await runTool(async ({ dataDir }) => {
  const result = await restore(path.resolve(archive), dataDir, force, new Date());
  process.stdout.write(
    `Restored into ${dataDir}: ${result.reviews} reviews and ${result.photos} photos, as they were at ${result.madeAt}. Start the server: npm start\n`,
  );
  if (result.replaced)
    process.stdout.write(`The replaced data are in ${result.replaced}. Delete them when you no longer need them.\n`);
  if (result.missingPhotos.length === 0) return 0;
  process.stderr.write(
    `Photos that the backup lacks (${result.missingPhotos.length}): ${result.missingPhotos.slice(0, 20).join(", ")}.\n`,
  );
  return 1;
}, embeddedSettings("restore it"));
