import { insertRow } from "./rest";
import type { TooMany } from "~/domain/too-many";
import type { WaitlistEntry } from "~/domain/waitlist";

/** See VisitorActions. A signed-in visitor may enter any address: no session goes with it. */
export async function insertWaitlistEntry({
  name,
  email,
}: WaitlistEntry): Promise<"joined" | "already-registered" | TooMany> {
  const result = await insertRow("referral_waitlist", { name, email });
  if (typeof result === "object") return result;
  return result === "inserted" ? "joined" : "already-registered";
}
