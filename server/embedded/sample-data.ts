import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import { insertAccount } from "./auth/accounts.ts";
import { hashPassword, matchesPassword } from "./passwords.ts";
import { PROOF_BUCKET, createPhotoStorage, reencodePhoto } from "./photo-storage.ts";

export interface SampleAccount {
  email: string;
  password: string;
}

/** Not a secret: the server prints it, and creates it only with the sample reviews. */
const SAMPLE_ACCOUNT: SampleAccount = { email: "sample.tenant@example.com", password: "sample-home-truth" };

interface SampleData {
  sql: postgres.Sql;
  seed: "sample" | "none";
  folder: string;
  storageFolder: string;
}

/**
 * Fills an empty database with the sample reviews of `supabase/seed.sql`, their photos and a sample account. Returns the account if the database
 * has the sample data, else null. With the seed "none", locks the sample account, whose password is public.
 */
export async function addSampleData({ sql, seed, folder, storageFolder }: SampleData): Promise<SampleAccount | null> {
  if (seed === "none") {
    await lockSampleAccount(sql);
    return null;
  }
  const [state] = await sql<{ is_empty: boolean; has_account: boolean }[]>`
    select not exists (select from public.reviews) as is_empty,
      exists (select from auth.users where email = ${SAMPLE_ACCOUNT.email}) as has_account`;
  if (!state?.is_empty) return state?.has_account ? SAMPLE_ACCOUNT : null;

  const photoFolder = path.join(folder, "sample-photos", "public");
  const seedSql = await fs.readFile(path.join(folder, "seed.sql"), "utf8");
  // The reviews are committed last: they mark that the sample data are complete.
  await sql.begin(async (transaction) => {
    await Promise.all([
      transaction.unsafe(seedSql),
      addPhotos(sql, photoFolder, storageFolder),
      state.has_account || addAccount(sql),
    ]);
  });
  // After the commit, in which deferred triggers count places.
  await sql`select public.operator_refresh_places()`;
  return SAMPLE_ACCOUNT;
}

async function addAccount(sql: postgres.Sql): Promise<void> {
  const hash = await hashPassword(SAMPLE_ACCOUNT.password);
  await sql.begin(async (transaction) => {
    await insertAccount(transaction, SAMPLE_ACCOUNT.email, hash);
    await transaction`update auth.users set email_confirmed_at = now() where email = ${SAMPLE_ACCOUNT.email}`;
  });
}

async function lockSampleAccount(sql: postgres.Sql): Promise<void> {
  const [account] = await sql<{ id: string; encrypted_password: string }[]>`
    select id, encrypted_password from auth.users where email = ${SAMPLE_ACCOUNT.email}`;
  if (!account || !(await matchesPassword(SAMPLE_ACCOUNT.password, account.encrypted_password))) return;
  const unknown = await hashPassword(randomBytes(24).toString("base64url"));
  await sql`update auth.users set encrypted_password = ${unknown} where id = ${account.id}`;
  await sql`delete from auth.sessions where user_id = ${account.id}`;
}

async function addPhotos(sql: postgres.Sql, folder: string, storageFolder: string): Promise<void> {
  const photos = createPhotoStorage(storageFolder);
  for (const name of await fs.readdir(folder)) {
    const [known] = await sql`
      select from storage.objects where bucket_id = ${PROOF_BUCKET} and name = ${`public/${name}`}`;
    if (known) continue;
    // The file may exist from an earlier start whose database was deleted.
    await photos.remove(name);
    const { bytes, mimetype } = await reencodePhoto(path.join(folder, name), name);
    await photos.add(name, bytes);
    await sql`
      insert into storage.objects (bucket_id, name, metadata)
      values (${PROOF_BUCKET}, ${`public/${name}`}, ${sql.json({ mimetype, size: bytes.length })})`;
  }
}
