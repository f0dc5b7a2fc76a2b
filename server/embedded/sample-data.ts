import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import type { App } from "@supabase/lite";
import type postgres from "postgres";
import type { SampleAccount } from "./backend.ts";
import { redrawPhoto } from "./proof-storage.ts";

/** Not a secret: printed at every start, and only made together with the sample reviews. */
const SAMPLE_ACCOUNT: SampleAccount = { email: "sample.tenant@example.com", password: "sample-home-truth" };

interface SampleData {
  app: App;
  sql: postgres.Sql;
  seed: "sample" | "none";
  /** The project's supabase folder. */
  folder: string;
}

/**
 * Fills an empty database with the sample reviews of `supabase/seed.sql`, their photos and an account to try things
 * with. Resolves to the account where the database holds the sample data, now or from an earlier start, else to null.
 */
export async function addSampleData({ app, sql, seed, folder }: SampleData): Promise<SampleAccount | null> {
  if (seed === "none") return null;
  const [state] = await sql<{ is_empty: boolean; has_account: boolean }[]>`
    select not exists (select from public.reviews) as is_empty,
      exists (select from auth.users where email = ${SAMPLE_ACCOUNT.email}) as has_account`;
  if (!state?.is_empty) return state?.has_account ? SAMPLE_ACCOUNT : null;

  await addPhotos(app, sql, path.join(folder, "sample-photos"));
  if (!state.has_account) await addAccount(app, sql);
  const seedSql = await fs.readFile(path.join(folder, "seed.sql"), "utf8");
  await sql.begin((transaction) => transaction.unsafe(seedSql));
  return SAMPLE_ACCOUNT;
}

async function addPhotos(app: App, sql: postgres.Sql, folder: string): Promise<void> {
  const bucket = "review-proofs";
  for (const name of await fs.readdir(path.join(folder, "public"))) {
    const key = `public/${name}`;
    const [known] = await sql`select 1 from storage.objects where bucket_id = ${bucket} and name = ${key}`;
    if (known) continue;
    const { mimetype } = await redrawPhoto(await fs.readFile(path.join(folder, key)), key);
    const bytes = await fs.readFile(path.join(folder, key));
    const metadata = await app._storageAdapter
      ?.uploadObject(bucket, key, undefined, bytes, mimetype, "31536000")
      // A file from an earlier start whose database is gone.
      .catch(() => app._storageAdapter?.headObject(bucket, key, undefined));
    await sql`
      insert into storage.objects (id, bucket_id, name, metadata, version)
      values (${randomUUID()}, ${bucket}, ${key}, ${sql.json({ ...metadata, lastModified: undefined } as never)}, ${randomUUID()})`;
  }
}

async function addAccount(app: App, sql: postgres.Sql): Promise<void> {
  const silent = async () => {};
  const mailer = app._mailer;
  app._mailer = {
    sendConfirmation: silent,
    sendRecovery: silent,
    sendMagicLink: silent,
    sendEmailChange: silent,
    sendReauthentication: silent,
  };
  try {
    const answer = await app.fetch(
      new Request("http://embedded/auth/v1/signup", {
        method: "POST",
        headers: { apikey: app.config.auth?.publishable_key ?? "", "content-type": "application/json" },
        body: JSON.stringify(SAMPLE_ACCOUNT),
      }),
    );
    if (!answer.ok) throw new Error(`The sample account could not be made (status ${answer.status}).`);
  } finally {
    if (mailer) app._mailer = mailer;
  }
  await sql`
    update auth.users set email_confirmed_at = now(), confirmation_token = null where email = ${SAMPLE_ACCOUNT.email}`;
}
