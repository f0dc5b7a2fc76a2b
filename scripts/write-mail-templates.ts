import fs from "node:fs/promises";
import { ACCOUNT_LETTERS, type AccountLetter, projectTemplate } from "../server/letters/account-letters.ts";

/** `npm run templates`: writes the e-mails of hosted projects from the words and the layout of ours. Their subjects stand in config.toml. */
for (const letter of Object.keys(ACCOUNT_LETTERS) as AccountLetter[]) {
  await fs.writeFile(`supabase/templates/${letter}.html`, projectTemplate(letter));
}
