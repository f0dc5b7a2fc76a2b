import { expect, test } from "vitest";
import { type User, call, emailOf, newVisitor, owner, publishReview, rpc, newUser, uploadedPhoto } from "../client.ts";
import { fixtures, steadyHeaders } from "./fixtures.ts";
import { THUMBNAIL } from "./open-calls.ts";

// After an erase, nothing that is stored or answered says which of the remaining reviews had one author.

interface Trace {
  author: User;
  /** Anonymous, without a photo: nothing of them changes. */
  plain: string[];
  /** With the author's e-mail and a photo: both go. */
  signed: string;
  photo: string;
}

/** Reviews of one author among those of another, of the same properties and days. */
async function publishTrace(name: string): Promise<Trace> {
  const author = await newUser(name);
  const other = await newUser(`${name}.other`);
  const photo = await uploadedPhoto(author);
  const plain: string[] = [];
  for (const property_name of ["Traced House", "Traced Villa"]) {
    const property = { property_name, locality: `Lane of ${name}`, city: "Mysuru" };
    await publishReview(other, { ...property, review_text: `Other words about ${property_name}.` });
    plain.push(await publishReview(author, { ...property, review_text: `Words about ${property_name}.` }));
    await publishReview(other, { ...property, rating: 2, email: emailOf("stays") });
  }
  const property = { property_name: "Signed House", locality: `Lane of ${name}`, city: "Mysuru" };
  const signed = await publishReview(author, { ...property, email: author.email, proof_urls: [photo] });
  return { author, plain, signed, photo };
}

const ERASERS: [string, (author: User) => Promise<unknown>][] = [
  ["the operator's command", ({ email }) => owner`select public.operator_erase(${email}, 'security tests')`],
  ["the deletion of the account", ({ id }) => owner`delete from auth.users where id = ${id}`],
];

test.for(ERASERS)("%s rewrites and locks no row that stays", async ([how, erase]) => {
  await fixtures();
  const { author, plain, signed } = await publishTrace(`stored.${how.split(" ").at(-1)}`);
  const before = await rowVersions();
  await erase(author);
  const after = await rowVersions();
  // The home whose verified review has lost its photo counts it off, in its totals and its figures; the photo, which proves nothing
  // any more, waits a moment to be removed.
  const written = [...after].filter((version) => !before.has(version));
  expect(written.map((version) => version.split(" ")[0]).toSorted()).toEqual([
    "private.photos_to_remove",
    "private.property_figures",
    "properties",
  ]);
  const rows = await owner<{ xmin: string }[]>`
    select xmin::text from public.reviews where id::text = any (${[...plain, signed]})`;
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(3);
  const left = await owner`select from private.review_authors where review_id::text = any (${[...plain, signed]})`;
  expect(left.length).toBe(0);
});

test.for(ERASERS)(
  "%s changes no answer but the name, the photo and with it the badge of signed reviews",
  async ([how, erase]) => {
    await fixtures();
    const { author, signed, photo } = await publishTrace(`answered.${how.split(" ").at(-1)}`);
    const name = author.email.split("@")[0] ?? "";
    const before = await publicAnswers(photo);
    expect(before.join(" ")).toContain(`"${name}"`);
    await erase(author);
    const after = await publicAnswers(photo);
    const expected = before.map((answer) =>
      answer
        .replaceAll(`"${name}"`, '"Anonymous"')
        .replaceAll(
          `"verified" : true, "reported" : false, "proof_urls" : ["${photo}"]`,
          '"verified" : false, "reported" : false, "proof_urls" : null',
        ),
    );
    expect(after).toEqual(expected);
    const answer = await rpc(newVisitor(), "review_in_context", { review_id: signed });
    expect(answer.text).toContain("Anonymous");
    expect(answer.text).not.toContain(`"${name}"`);
    const verified = await rpc(newVisitor(), "browse_properties", { sort: "verified", search: "Signed House" });
    expect(verified.text, "among the verified ones it would be the only one without a photo").not.toContain(signed);
  },
);

test("cursors are ids of what was listed: they hold neither a time, an order nor an author", async () => {
  const { propertyId } = await fixtures();
  for (const sort of ["recent", "rating", "verified"]) {
    const browsed = (await rpc(newVisitor(), "browse_properties", { sort, page_size: 1, reviews_per_group: 1 })).body;
    expect([null, browsed.groups[0].property_id]).toContain(browsed.next);
    const args = { property_id: propertyId, sort, page_size: 1 };
    const listed = (await rpc(newVisitor(), "property_reviews", args)).body;
    expect([null, listed.group?.reviews[0].id]).toContain(listed.next);
  }
});

/** Every row of the product's own tables as Postgres has it on disk: its place, who wrote it and who locked it. */
async function rowVersions(): Promise<Set<string>> {
  const tables = await owner<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'private', 'storage')
      -- What an operator did, mails that wait, and the counting of requests say nothing about reviews.
      and c.relname not in ('audit_log', 'mail_outbox', 'address_keys', 'recent_uses', 'settings')`;
  const versions = new Set<string>();
  for (const { name } of tables) {
    const rows = await owner.unsafe(`select concat_ws(' ', ctid, xmin, xmax) as version from ${name}`);
    for (const { version } of rows) versions.add(`${name} ${version}`);
  }
  expect(versions.size).toBeGreaterThan(100);
  return versions;
}

/**
 * Everything that can be read without an account: all functions to their last page, and the headers of all photos of reviews but
 * one. Those of accounts that were erased before go a while later.
 */
async function publicAnswers(erased: string): Promise<string[]> {
  const answers: string[] = [];
  const ask = async (name: string, args: object) => {
    const { status, text, headers, body } = await rpc(newVisitor(), name, args);
    expect(status, text).toBe(200);
    answers.push(`${name} ${JSON.stringify(args)} ${text} ${steadyHeaders(headers).join(" ")}`);
    return body;
  };
  const properties = new Set<string>();
  for (const sort of ["recent", "rating"]) {
    let after: string | null = null;
    do {
      const page = (await ask("browse_properties", { sort, after, page_size: 50, reviews_per_group: 60 })) as {
        groups: { property_id: string }[];
        next: string | null;
      };
      for (const { property_id } of page.groups) properties.add(property_id);
      after = page.next;
    } while (after);
  }
  for (const property_id of properties)
    for (const sort of ["recent", "rating"]) await ask("property_reviews", { property_id, sort });
  await ask("recent_reviews", { at_most: 10 });
  await ask("review_cities", {});
  const photos = await owner<{ name: string }[]>`
    select o.name from storage.objects as o join private.review_proofs as p on o.name = 'public/' || p.photo_name
    where o.bucket_id = 'review-proofs' order by o.name`;
  expect(photos.length).toBeGreaterThan(1);
  for (const { name } of photos.filter((row) => !erased.endsWith(row.name))) {
    const path = `public/review-proofs/${name}`;
    for (const target of [`/storage/v1/object/${path}`, `/storage/v1/render/image/${path}${THUMBNAIL}`]) {
      const { status, headers } = await call(newVisitor(), "HEAD", target);
      answers.push(`${target} ${status} ${steadyHeaders(headers).join(" ")}`);
    }
  }
  return answers;
}
