import path from "node:path";
import { backUp } from "../server/embedded/backup.ts";
import { commandLine, embeddedSettings, runTool } from "./data-dir-tool.ts";

const [given] = commandLine("backup")
  .description("Writes the data of the embedded backend to one archive, whether the server runs or not.")
  .argument("[target]", "a folder, or a file that ends in .tar.gz (default: BACKUP_FOLDER, else DATA_DIR/backups)")
  .parse().processedArgs as [string?];

await runTool(async ({ dataDir, backupFolder }) => {
  const target = given ? path.resolve(given) : backupFolder;
  const { file, bytes, damagedPhotos } = await backUp(dataDir, target, new Date());
  process.stdout.write(
    `Backup written: ${file} (${(bytes / 1e6).toFixed(1)} MB). It contains emails and secrets: store it where only you can read it.\n`,
  );
  if (damagedPhotos.length === 0) return 0;
  const names = damagedPhotos.slice(0, 20).join(", ");
  process.stderr.write(
    `Missing or damaged photos (${damagedPhotos.length}): ${names}. Restore them from an older backup.\n`,
  );
  return 1;
}, embeddedSettings("back it up"));
