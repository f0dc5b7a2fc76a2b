import type postgres from "postgres";

/** What an account is told that has uploaded enough photos, and when it may go on. */
export interface ReachedQuota {
  sentence: string;
  seconds: number;
}

/** Null while this account may upload another proof photo. The database decides, and again when the photo is stored. */
export async function proofQuota(sql: postgres.Sql, userId: string): Promise<ReachedQuota | null> {
  const [reached] = await sql<ReachedQuota[]>`
    select seconds, private.limit_sentence('proof_photos_per_day', seconds) as sentence
    from private.proof_wait(${userId}) as seconds where seconds is not null`;
  return reached ?? null;
}
