import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { mailboxKey, normalEmail } from "../../../server/embedded/email-address.ts";
import {
  type Account,
  as,
  blockedBy,
  call,
  newAccount,
  owner,
  publish,
  refusal,
  sweep,
  useLimits,
} from "./test-database.ts";

beforeEach(async () => {
  await owner`truncate auth.users, private.recent_reviews, private.recent_uses cascade`;
  await useLimits();
  await owner`update private.settings set value = '0' where key = 'reviews_per_minute'`;
});

const HOME = { property_name: "Lakeview Residency" };
const ONCE = expect.stringContaining("You reviewed this property less than 30 days ago.") as string;
const COPY = "You have published this text before. Write a different text about this home.";

test("knows the same spellings of a mailbox as the embedded server", async () => {
  const spellings = [
    ["asha@gmail.com", "asha+1@gmail.com", "a.s.h.a@gmail.com", "As.Ha+flat.2@GoogleMail.com"],
    ["asha.rao@outlook.com", "asha.rao+x+y@outlook.com"],
    // A fully qualified domain name ends with a dot.
    ["asha@rao.example", "ASHA+home@rao.example", "asha@rao.example."],
    ...[["asharao@outlook.com"], ["asha@outlook.com"], ["+asha@rao.example"], ["+ravi@rao.example"], ["a+@b.example"]],
  ];
  const keys = await Promise.all(
    spellings.map(async (addresses) => {
      const rows = await owner<{ key: string }[]>`
        select private.mailbox_key(email) as key from unnest(${addresses}::text[]) with ordinality as t (email, place) order by place`;
      expect(rows.map(({ key }) => key)).toEqual(addresses.map((address) => mailboxKey(normalEmail(address))));
      return new Set(rows.map(({ key }) => key));
    }),
  );
  expect(keys.map(({ size }) => size)).toEqual(spellings.map(() => 1));
  expect(new Set(keys.flatMap((set) => [...set])).size).toBe(spellings.length);
});

test("accepts one review per mailbox and home, and each text once", async () => {
  const [first, second] = [await accountOf("asha@gmail.com"), await accountOf("a.sha+1@gmail.com")];
  await publish(first, { ...HOME, review_text: "No water in May." });
  const again = { ...HOME, review_text: "No water in June." };
  const copy = { property_name: "Hill House", review_text: " no WATER in may." };
  expect(await refused(second, again)).toMatchObject({ message: ONCE });
  expect(await refused(second, copy)).toMatchObject({ message: COPY });
  await publish(second, { ...copy, review_text: "Water all year." });
  await publish(await accountOf("asha@outlook.com"), { ...HOME, review_text: "No water in May." });
});

const NAMED = { ...HOME, locality: "HSR Layout", city: "Bengaluru", review_text: "No water in May." };

test("reveals what a mailbox reviewed only to the account that did", { tags: ["11.241"] }, async () => {
  const [anna, other] = [await accountOf("anna@rao.example"), await accountOf("anna+x@rao.example")];
  await publish(anna, NAMED);
  const ask = (who: Account) => call(who, "check_review_limits", { review_id: randomUUID(), ...NAMED });
  expect((await refusal(ask(anna))).message).toContain("You reviewed this property less than 30 days ago.");
  expect(await ask(other)).toBe(true);
  // A request that fails in any case leaves no trace, so its answer must not depend on the limit.
  const rows = [HOME, { property_name: "Elsewhere" }].map((home) => ({ ...NAMED, rating: 4, ...home }));
  const both = as(other, (sql) => sql`insert into public.reviews ${sql(rows)}`);
  expect((await refusal(both)).message).toBe("Send one review at a time.");
  expect(await refused(other, NAMED)).toMatchObject({ message: ONCE });
});

test("exports the date of a hash only while the account's own review explains it", { tags: ["11.241"] }, async () => {
  const [anna, other] = [await accountOf("anna@rao.example"), await accountOf("anna+x@rao.example")];
  await publish(anna, NAMED);
  const id = await publish(other, { property_name: "Hill House" });
  const kept = async () => {
    const exported = await call(other, "export_my_data");
    const { reviews } = exported as { reviews: { id: string; mailbox_hash_kept_since: string | null }[] };
    return reviews.find((review) => review.id === id)?.mailbox_hash_kept_since;
  };
  expect(await kept()).toEqual(expect.any(String));
  await owner`update public.reviews set created_at = created_at - interval '31 days' where id = ${id}`;
  expect(await kept()).toBeNull();
});

test("refuses the second of two concurrent reviews of a mailbox", async () => {
  const [first, second] = [await accountOf("asha@gmail.com"), await accountOf("asha+1@gmail.com")];
  const late = await blockedBy(
    (sql) => sql`insert into public.reviews ${sql({ ...NAMED, rating: 4 })}`,
    () => refused(second, HOME),
    first,
  );
  expect(late).toMatchObject({ message: ONCE });
});

test("keeps the hashes of a deleted account's mailbox for thirty days", { tags: ["11.241"] }, async () => {
  const account = await accountOf("asha+1@gmail.com");
  await publish(account, HOME);
  await publish(account, { property_name: "Hill House" });
  await owner`delete from auth.users where id = ${account.id}`;
  const columns = await owner<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = 'recent_reviews' order by ordinal_position`;
  expect(columns.map(({ name }) => name)).toEqual(["hash", "reviewed_on"]);
  expect(await owner`select distinct hash from private.recent_reviews`).toHaveLength(4);
  const again = await accountOf("asha@gmail.com");
  expect(await refused(again, HOME)).toMatchObject({ message: ONCE });

  await owner`update private.recent_reviews set reviewed_on = reviewed_on - 30`;
  await sweep();
  expect(await owner`select from private.recent_reviews`).toHaveLength(0);
  await publish(again, HOME);
});

async function accountOf(address: string): Promise<Account> {
  const account = await newAccount(randomUUID());
  await owner`update auth.users set email = ${address} where id = ${account.id}`;
  return account;
}

function refused(account: Account, review: Record<string, unknown>): Promise<{ code: string; message: string }> {
  return refusal(publish(account, review)).then((failure) => {
    // Not 429: the wait is no matter of speed.
    expect(failure.code).toBe("PT409");
    return failure;
  });
}
