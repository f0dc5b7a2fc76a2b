import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  as,
  call as callAs,
  decide,
  insert,
  newAccount,
  owner,
  publish,
  refusal,
  report,
  upload,
} from "./test-database.ts";

const BY = { operator: "asha", reason: "A test." };

function call(name: string, args: Record<string, unknown> = {}) {
  return callAs("service_role", `operator_${name}`, args);
}

/** Returns the name of a photo's stored object. */
const nameOf = (photo: string) => photo.replace(/^.*\/public\//, "public/");
const orphans = async () => ((await call("orphan_uploads")) as { name: string }[]).map(({ name }) => name);

test("reserves the name of a withheld photo until its review or account is deleted", async () => {
  const author = await newAccount("author");
  const ends = [
    (review_id: string) => call("delete_review", { review_id, ...BY }),
    () => owner`delete from auth.users where id = ${author.id}`,
  ];
  const withheld: object[] = [];
  for (const end of ends) {
    const photo = await upload(author);
    const id = await publish(author, { property_name: "Photographed", proof_urls: [photo] });
    const name = photo.slice(photo.lastIndexOf("/") + 1);
    const place = { bucket: "withheld-proofs", name: `${id}/${name}` };
    await decide(id, "hide");
    await owner`
      update storage.objects set bucket_id = ${place.bucket}, name = ${place.name} where name = ${`public/${name}`}`;
    for (const who of [author, await newAccount("landlord")])
      expect(await refusal(upload(who, `public/${name}`))).toMatchObject({ code: "42501" });
    // Hosted Storage bypasses the policy.
    const row = { bucket_id: "review-proofs", name: `public/${name}`, owner_id: author.id };
    expect(await refusal(owner`insert into storage.objects ${owner(row)}`)).toMatchObject({ code: "42501" });
    await end(id);
    withheld.push(place);
    expect(await call("misplaced_photos")).toMatchObject({ orphans: expect.arrayContaining(withheld) });
  }
});

test("returns what is stored about a person, and no other person's reviews", async () => {
  const [person, other] = [await newAccount("person"), await newAccount("other")];
  const photo = await upload(person);
  const id = await publish(person, { property_name: "Mine", email: person.email, proof_urls: [photo] });
  // The other account had this email when it signed a review.
  await owner`update auth.users set email = ${person.email.toUpperCase()} where id = ${other.id}`;
  const signed = await publish(other, { property_name: "Theirs", email: person.email });
  await owner`update auth.users set email = ${other.email} where id = ${other.id}`;
  await report(signed, { reporter_email: person.email });
  await insert("anon", "public.referral_waitlist", { name: "P", email: person.email });
  expect(await call("about_email", { who: person.email, ...BY })).toMatchObject({
    accounts: [{ id: person.id, sessions: 1 }],
    reviews: [{ id, displayName: person.email.split("@")[0], email_given: person.email, proofUrls: [photo] }],
    signed_by_other_accounts: [signed],
    uploads: [{ bucket: "review-proofs" }],
    reports: [{ review_id: signed, reason: "spam" }],
    waitlist: { name: "P" },
  });
  expect(await call("author_of_review", { review_id: signed, ...BY })).toMatchObject({
    email_given: person.email.toUpperCase(),
    account: { id: other.id },
  });
});

test("sweeps photos without a review an hour after their upload", { tags: ["11.209"] }, async () => {
  const author = await newAccount("author");
  const [used, unused] = [await upload(author), await upload(author)];
  await publish(author, { property_name: "Proved", proof_urls: [used] });
  const age = (time: string) => owner`update storage.objects set created_at = now() - ${time}::interval`;
  await age("59 minutes");
  expect(await orphans()).toEqual([]);
  await age("61 minutes");
  expect(await orphans()).toContain(nameOf(unused));
  expect(await orphans()).not.toContain(nameOf(used));
});

test("keeps the photo of a review that is being stored during a sweep", async () => {
  const author = await newAccount("slow");
  const [late, tooLate] = [await upload(author), await upload(author)];
  const age = (photo: string, time: string) =>
    owner`update storage.objects set created_at = now() - ${time}::interval where name = ${nameOf(photo)}`;
  await age(late, "49 minutes");
  await age(tooLate, "51 minutes");
  const review = { property_name: "Late House", locality: "L", city: "Pune", rating: 4, review_text: "Slow." };
  await as(author, async (sql) => {
    await sql`insert into public.reviews ${sql({ ...review, proof_urls: [late] })}`;
    // Another connection does not see the uncommitted review.
    expect(await orphans()).not.toContain(nameOf(late));
    expect(await orphans()).not.toContain(nameOf(tooLate));
  });
  await age(late, "3 days");
  await age(tooLate, "3 days");
  expect(await orphans()).not.toContain(nameOf(late));
  expect(await orphans()).toContain(nameOf(tooLate));
  expect(await refusal(publish(author, { property_name: "Later House", proof_urls: [tooLate] }))).toEqual({
    code: "PT400",
    message: "This photo was uploaded more than 50 minutes ago. Remove it and choose it again.",
  });
});

test("changes settings within their bounds, but no secret", async () => {
  const change = (name: string, value: string) => call("set_setting", { name, new_value: value, operator: "asha" });
  expect(await change("reviews_per_day", " 5 ")).toEqual({ name: "reviews_per_day", from: 0, to: 5 });
  for (const value of ["-1", "1001", "five", "1.5", "", "9999999999999"]) {
    const { message } = await refusal(change("reviews_per_day", value));
    expect(message, value).toBe("Give a whole number from 0 to 1000.");
  }
  expect(await change("client_address_header", "X-Real-IP")).toMatchObject({ to: "x-real-ip" });
  for (const name of ["report_secret", "public_url", "none"]) {
    expect(await refusal(change(name, "1"))).toMatchObject({ code: "PT404" });
  }
  const settings = JSON.stringify(await call("settings"));
  expect(settings).toContain('"name": "client_address_header"'.replaceAll(" ", ""));
  expect(settings).not.toMatch(/report_secret|public_url/);
  const [numbers] = await owner`select private.setting_numbers() as all`;
  expect(numbers?.all).toMatchObject({ reviews_per_day: 5, wrong_passwords_15_min: 10 });
});

test("lists the audit log from the newest entry", async () => {
  for (const new_value of ["5", "6", "7"])
    await call("set_setting", { name: "reviews_per_day", new_value, operator: "asha" });
  const log = (await call("audit_log", { at_most: 2 })) as { entries: { id: number; command: string }[]; next: number };
  expect(log.entries.map(({ command }) => command)).toEqual(["set", "set"]);
  expect(await call("audit_log", { at_most: 1, before: log.next })).toMatchObject({
    entries: [{ command: "set", details: { to: 5 } }],
  });
});

test("refuses to change the audit log, or to write an email into it", async () => {
  for (const statement of [
    "update private.audit_log set operator = 'x'",
    "delete from private.audit_log",
    "truncate private.audit_log",
    "set session_replication_role = replica; delete from private.audit_log",
  ]) {
    expect(await refusal(owner.unsafe(statement))).toMatchObject({ code: "PT403" });
  }
  const byEmail = { name: "reviews_per_day", new_value: "8", operator: "asha@example.in" };
  expect((await refusal(call("set_setting", byEmail))).message).toContain("Leave email addresses out");
  const entry = owner`insert into private.audit_log (operator, command, reason) values ('asha', 'hide', 'a@example.in')`;
  expect((await refusal(entry)).message).toContain("audit_log_holds_no_email");
  const unknown = { review_id: randomUUID(), ...BY };
  expect(await refusal(call("author_of_review", unknown))).toMatchObject({ code: "PT404" });
});
