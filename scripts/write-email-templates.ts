import fs from "node:fs/promises";
import { environment, readSite } from "../server/settings.ts";
import { ACCOUNT_EMAILS, type AccountEmail, projectTemplate } from "../server/emails/account-emails.ts";

/** `npm run templates`: writes the email templates of hosted projects, with SITE_NAME. Their subjects are in config.toml. */
const { name } = readSite(environment());
for (const email of Object.keys(ACCOUNT_EMAILS) as AccountEmail[]) {
  await fs.writeFile(`supabase/templates/${email}.html`, projectTemplate(email, name));
}
