import fs from "node:fs/promises";
import { ACCOUNT_EMAILS, type AccountEmail, projectTemplate } from "../server/emails/account-emails.ts";

/** `npm run templates`: writes the emails of hosted projects from the words and the layout of ours. Their subjects stand in config.toml. */
for (const email of Object.keys(ACCOUNT_EMAILS) as AccountEmail[]) {
  await fs.writeFile(`supabase/templates/${email}.html`, projectTemplate(email));
}
