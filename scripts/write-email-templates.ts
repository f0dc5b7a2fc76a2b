import fs from "node:fs/promises";
import { ACCOUNT_EMAILS, type AccountEmail, projectTemplate } from "../server/emails/account-emails.ts";

/** `npm run templates`: writes the email templates of hosted projects. Their subjects are in config.toml. */
for (const email of Object.keys(ACCOUNT_EMAILS) as AccountEmail[]) {
  await fs.writeFile(`supabase/templates/${email}.html`, projectTemplate(email));
}
