import type postgres from "postgres";

/**
 * Whether what the account service does behind its answer to this request is done: the account is there, or has been written
 * to. Null where nothing will be. To be called before the request; `sql` reads auth.users.
 */
export async function deferredWork(
  sql: postgres.Sql,
  target: string,
  body: unknown,
): Promise<(() => Promise<boolean>) | null> {
  const [, action] = /^\/auth\/v1\/(signup|recover|resend)\b/.exec(target) ?? [];
  const email = (body as { email?: unknown } | undefined)?.email;
  if (!action || typeof email !== "string") return null;
  const written = async () => {
    const [row] = await sql<{ at: string; confirmed: boolean }[]>`
      select updated_at::text as at, email_confirmed_at is not null as confirmed
      from auth.users where email = ${email.replaceAll("\0", "").trim().toLowerCase()}`;
    return row;
  };
  const before = await written();
  const isStored = before ? action === "recover" || !before.confirmed : action === "signup";
  return isStored ? async () => (await written())?.at !== before?.at : null;
}
