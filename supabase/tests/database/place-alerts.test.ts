import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { call, newAccount, owner, publish, refusal, sweep } from "./test-database.ts";
import { uniqueName } from "../unique-name.ts";

interface Queued {
  template: string;
  fields: { secret?: string; place?: string; homes?: { propertyName: string }[] };
}

const newEmail = () => `${randomUUID().slice(0, 8)}@example.com`;
const ask = (email: string | null, locality = "whitefield", city = "bangalore") =>
  call("anon", "request_place_alert", { city, locality, email });
const answer = (secret: string, is_wanted: boolean | null) => call("anon", "answer_place_alert", { secret, is_wanted });
const read = (secret: string) => call("anon", "place_alert", { secret });
const emailsTo = (email: string) =>
  owner<Queued[]>`select template, fields from private.email_outbox where recipient = ${email} order by created_at`;

async function secretOf(email: string): Promise<string> {
  return (await emailsTo(email)).at(-1)?.fields.secret ?? "";
}

/** Queues emails as a sweep at this hour of tomorrow in India does. Resolves to the templates of all emails to `email`. */
async function templatesAt(hour: number, email: string): Promise<string[]> {
  await owner`
    select private.queue_place_alerts(
      ((now() at time zone 'Asia/Kolkata')::date + 1 + make_interval(hours => ${hour}::integer)) at time zone 'Asia/Kolkata')`;
  return (await emailsTo(email)).map(({ template }) => template);
}

async function newHome(locality: string): Promise<string> {
  const property_name = uniqueName("House");
  await publish(await newAccount("author"), { property_name, locality, city: "Bengaluru" });
  return property_name;
}

test("asks the recipient to confirm, whatever is known about the email", { tags: ["10.421", "10.422"] }, async () => {
  const email = newEmail();
  expect([await ask(` ${email} `), await ask(email.toUpperCase())]).toEqual([true, true]);
  expect(await owner`select from private.place_alerts where lower(email) = ${email}`).toHaveLength(1);
  const [queued] = await emailsTo(email);
  expect(queued).toMatchObject({ template: "confirm-place-alert", fields: { place: "Whitefield, Bengaluru" } });
  const secret = queued?.fields.secret ?? "";
  const asked = { locality: "Whitefield", city: "Bengaluru", isConfirmed: false };
  expect(await read(secret)).toEqual(asked);
  expect(await answer(secret, null)).toEqual(asked);
  expect(await answer(secret, true)).toEqual({ ...asked, isConfirmed: true });
  expect(await ask(email)).toBe(true);
  expect(await read(secret)).toEqual({ ...asked, isConfirmed: true });
  expect(await answer(secret, false)).toBeNull();
  expect([await read(secret), await answer(secret, true)]).toEqual([null, null]);

  for (const wrong of ["", "asha", "a@b.example, c@d.example", null])
    expect(await refusal(ask(wrong)), String(wrong)).toMatchObject({ code: "PT400" });
  for (const unknown of ["Nowhere", ""]) expect(await refusal(ask(email, unknown))).toMatchObject({ code: "PT404" });
  // No stranger gets a name that a visitor typed.
  const typed = uniqueName("Typed");
  await newHome(typed);
  await ask(email, typed);
  expect((await emailsTo(email)).at(-1)?.fields.place).toBe("a locality of Bengaluru");
});

test("sends three requests to confirm to a mailbox in a day, with the same answer", { tags: ["10.421"] }, async () => {
  await owner`update private.settings set value = shipped where key = 'place_alerts_per_email_day'`;
  const email = newEmail();
  for (const locality of ["Whitefield", "HSR Layout", "Koramangala", "Indiranagar"])
    expect(await ask(email, locality)).toBe(true);
  expect(await emailsTo(email)).toHaveLength(3);
  await owner`update private.settings set value = '0' where key = 'place_alerts_per_email_day'`;
});

test("writes once, on the day after the first new review", { tags: ["10.423"] }, async () => {
  const [email, unconfirmed] = [newEmail(), newEmail()];
  await newHome("Marathahalli");
  for (const who of [email, unconfirmed]) await ask(who, "Marathahalli");
  await answer(await secretOf(email), true);
  expect(await templatesAt(8, email)).toEqual(["confirm-place-alert"]);
  await owner`update private.place_alerts set checked_on = checked_on - 1`;
  const property_name = await newHome("Marathahalli");
  await sweep();
  expect(await templatesAt(7, email)).toEqual(["confirm-place-alert"]);
  expect(await templatesAt(8, email)).toEqual(["confirm-place-alert", "place-alert"]);
  const [, sent] = await emailsTo(email);
  expect(sent?.fields).toMatchObject({
    locality: "Marathahalli",
    reviewCount: 1,
    homes: [{ propertyName: property_name }],
  });
  expect(sent?.fields).not.toHaveProperty("secret");
  expect(await owner`select from private.place_alerts where email = ${email}`).toHaveLength(0);
  expect(await templatesAt(23, email)).toHaveLength(2);
  expect(await templatesAt(23, unconfirmed)).toEqual(["confirm-place-alert"]);
});

test("deletes a request after 2 days, or 180 if it is confirmed", { tags: ["10.423"] }, async () => {
  const [email, confirmed] = [newEmail(), newEmail()];
  for (const who of [email, confirmed]) await ask(who);
  const secrets = [await secretOf(email), await secretOf(confirmed)] as const;
  await answer(secrets[1], true);
  const ages = async (days: number) => {
    await owner`update private.place_alerts set created_on = (now() at time zone 'Asia/Kolkata')::date - ${days}::integer where secret in ${owner(secrets)}`;
    await sweep();
    return Promise.all(secrets.map(async (secret) => (await read(secret)) !== null));
  };
  expect(await ages(1)).toEqual([true, true]);
  expect(await ages(2)).toEqual([false, true]);
  expect(await ages(179)).toEqual([false, true]);
  expect(await ages(180)).toEqual([false, false]);
});

test("tells operators about a request and erases it with the email", { tags: ["10.423"] }, async () => {
  const email = newEmail();
  await ask(email);
  const who = { who: email.toUpperCase(), operator: "asha", reason: "The data subject asks." };
  const about = () => call("service_role", "operator_about_email", who);
  expect(await about()).toMatchObject({ place_alerts: [{ locality: "Whitefield", confirmed: false }] });
  expect(await call("service_role", "operator_erase", { ...who, with_reviews: false })).toMatchObject({
    place_alerts: 1,
    waiting_emails: 1,
  });
  expect(await about()).toMatchObject({ place_alerts: [] });
});
