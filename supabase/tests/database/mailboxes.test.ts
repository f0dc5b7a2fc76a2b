import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { mailboxKey, normalEmail } from "../../../server/embedded/email-address.ts";
import {
  type Account,
  as,
  call,
  newAccount,
  owner,
  publish,
  refusal,
  untilWaiting,
  useLimits,
} from "./one-database.ts";

beforeEach(async () => {
  await owner`truncate auth.users, private.recent_reviews, private.recent_uses cascade`;
  await useLimits();
  await owner`update private.settings set value = '0' where key = 'reviews_per_minute'`;
});

const HOME = { property_name: "Lakeview Residency" };
const ONCE = expect.stringContaining("You reviewed this property less than 30 days ago.") as string;
const COPY = "You have published this text before. Write about this home in words of its own.";

test("knows the same spellings of a mailbox as the embedded server", async () => {
  const spellings = [
    ["asha@gmail.com", "asha+1@gmail.com", "a.s.h.a@gmail.com", "As.Ha+flat.2@GoogleMail.com"],
    ["asha.rao@outlook.com", "asha.rao+x+y@outlook.com"],
    // The name of a domain in full ends with a dot.
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

test("accepts one review per mailbox and home, and a text once, whatever the accounts", async () => {
  const [first, second] = [await accountOf("asha@gmail.com"), await accountOf("a.sha+1@gmail.com")];
  await publish(first, { ...HOME, review_text: "No water in May." });
  const again = { ...HOME, review_text: "No water in June." };
  const copy = { property_name: "Hill House", review_text: " no WATER in may." };
  expect(await refused(second, again)).toMatchObject({ message: ONCE });
  expect(await refused(second, copy)).toMatchObject({ message: COPY });
  await publish(second, { ...copy, review_text: "Water all year." });
  await publish(await accountOf("asha@outlook.com"), { ...HOME, review_text: "No water in May." });
});

test(
  "does not reveal to another account of a mailbox what it reviewed before it publishes",
  { tags: ["11.241"] },
  async () => {
    const [anna, other] = [await accountOf("anna@rao.example"), await accountOf("anna+x@rao.example")];
    const named = { ...HOME, locality: "HSR Layout", city: "Bengaluru", review_text: "No water in May." };
    await publish(anna, named);
    const ask = (who: Account) => call(who, "check_review_limits", { review_id: randomUUID(), ...named });
    expect((await refusal(ask(anna))).message).toContain("You reviewed this property less than 30 days ago.");
    expect(await ask(other)).toBe(true);
    // Bound to be refused, it leaves no trace, and tells nothing.
    const rows = [
      { ...named, rating: 4 },
      { ...named, rating: 4, property_name: "Elsewhere" },
    ];
    const both = as(other, (sql) => sql`insert into public.reviews ${sql(rows)}`);
    expect((await refusal(both)).message).toBe("Send one review at a time.");
    expect(await refused(other, named)).toMatchObject({ message: ONCE });
    // Nor does the export tell, once its own review is old enough.
    await owner`update private.recent_reviews set reviewed_on = reviewed_on - 30`;
    const id = await publish(other, { property_name: "Hill House" });
    const kept = async () => {
      const { reviews } = (await call(other, "export_my_data")) as {
        reviews: { id: string; mailbox_hash_kept_since: string | null }[];
      };
      return reviews.find((review) => review.id === id)?.mailbox_hash_kept_since;
    };
    expect(await kept()).toEqual(expect.any(String));
    await owner`update public.reviews set created_at = created_at - interval '31 days' where id = ${id}`;
    expect(await kept()).toBeNull();
  },
);

test("serializes two accounts of one mailbox and refuses the second", async () => {
  const [first, second] = [await accountOf("asha@gmail.com"), await accountOf("asha+1@gmail.com")];
  const review = { ...HOME, locality: "HSR Layout", city: "Bengaluru", rating: 4, review_text: "No water." };
  const { other } = await as(first, async (sql) => {
    await sql`insert into public.reviews ${sql(review)}`;
    const waiting = refused(second, HOME);
    await untilWaiting();
    return { other: waiting };
  });
  expect(await other).toMatchObject({ message: ONCE });
});

test("keeps hashes of a mailbox for thirty days, also after its account", { tags: ["11.241"] }, async () => {
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
  await owner`select public.operator_sweep()`;
  expect(await owner`select from private.recent_reviews`).toHaveLength(0);
  await publish(again, HOME);
});

async function accountOf(address: string): Promise<Account> {
  const account = await newAccount(randomUUID());
  // They are separate accounts for signing in.
  await owner`update auth.users set email = ${address} where id = ${account.id}`;
  return account;
}

function refused(account: Account, review: Record<string, unknown>): Promise<{ code: string; message: string }> {
  return refusal(publish(account, review)).then(({ code, message }) => {
    expect(code).toBe("PGRST");
    return JSON.parse(message) as { code: string; message: string };
  });
}
