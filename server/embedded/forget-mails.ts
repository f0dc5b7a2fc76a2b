import fs from "node:fs/promises";
import path from "node:path";
import PostalMime from "postal-mime";

/** Deletes the kept e-mails to this address. Resolves to how many there were. */
export async function forgetMails(folder: string, address: string): Promise<number> {
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  let forgotten = 0;
  for (const name of names.filter((each) => each.endsWith(".eml"))) {
    const { to } = await PostalMime.parse(await fs.readFile(path.join(folder, name)));
    if (!to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase())) continue;
    await fs.rm(path.join(folder, name), { force: true });
    forgotten += 1;
  }
  return forgotten;
}
