import { insertRow } from "./rest";
import type { TooMany } from "~/domain/too-many";
import type { WaitlistEntry } from "~/domain/waitlist";

/** See VisitorActions. Sends no session: a signed-in visitor can enter any email. */
export async function insertWaitlistEntry({
  name,
  email,
}: WaitlistEntry): Promise<"joined" | "already-registered" | TooMany> {
  const result = await insertRow("referral_waitlist", { name, email });
  if (typeof result === "object") return result;
  return result === "inserted" ? "joined" : "already-registered";
}
