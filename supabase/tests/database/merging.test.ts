import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import {
  type Account,
  blockedBy,
  call as callAs,
  newAccount,
  owner,
  publish,
  refusal,
  unhide,
  upload,
} from "./test-database.ts";
import { countMismatches } from "./count-mismatches.ts";

let author: Account;
beforeAll(async () => {
  author = await newAccount("merging");
});

const BY = { operator: "asha", reason: "Two spellings of one home." };
const PLACE = { locality: "HSR Layout", city: "Bengaluru" };

interface Merged {
  from: { id: string; review_count: number };
  into: { id: string; review_count: number };
  reviews: number;
}

const merge = (from_home: string, into_home: string) =>
  callAs("service_role", "operator_merge_homes", { from_home, into_home, ...BY }) as Promise<Merged>;
const home = (id: string) =>
  callAs("anon", "home", { short_id: id.slice(0, 8) }) as Promise<{ propertyId: string; count: number } | null>;

/** Creates a home with these reviews. Resolves to its id. */
async function newHome(name: string, reviews: Record<string, unknown>[]): Promise<string> {
  for (const review of reviews) await publish(author, { ...PLACE, property_name: name, ...review });
  const [row] = await owner<{ id: string }[]>`
    select id from public.properties where property_name = ${name}`;
  return row?.id ?? "";
}

test("moves a merged home's reviews and redirects its URL", { tags: ["10.11"] }, async () => {
  const proof_urls = [await upload(author)];
  const from = await newHome("Amaltas Court Apartments", [{ rating: 1 }, { rating: 2, proof_urls }, { rating: 3 }]);
  const [hidden] = await owner`
    update public.reviews set hidden_at = now() where property_id = ${from} and rating = 3 returning id`;
  const into = await newHome("Amaltas Court", [{ rating: 5 }]);

  expect(await merge(from.slice(0, 8), `/homes/bengaluru/hsr-layout/amaltas-court-${into.slice(0, 8)}`)).toMatchObject({
    from: { id: from, review_count: 0 },
    into: { id: into, review_count: 3 },
    reviews: 3,
  });
  const merged = { propertyId: into, propertyName: "Amaltas Court", count: 3, totalRating: 8 };
  expect(await home(from)).toMatchObject(merged);
  expect(await home(from)).toEqual(await home(into));
  const page = await callAs("anon", "home_reviews", { property_id: into, with_photos: true });
  expect(page).toMatchObject({ matchingCount: 1, reviews: [{ propertyName: "Amaltas Court" }] });
  const found = await callAs("anon", "browse_properties", { search: "amaltas apartments", exact: true });
  expect(found).toMatchObject({ groups: [] });
  await unhide(hidden?.id);
  expect((await home(into))?.count).toBe(4);
  expect(await countMismatches(owner)).toEqual([]);
  const [entry] = await owner`select command, subject, reason, details from private.audit_log order by id desc limit 1`;
  expect(entry).toEqual({ ...{ command: "merge", subject: from, reason: BY.reason }, details: { into, reviews: 3 } });
});

test("assigns later reviews under an old name to the merged home", { tags: ["10.11"] }, async () => {
  const from = await newHome("Rosewood Apts", [{ rating: 1 }, { rating: 2 }]);
  const into = await newHome("Rosewood Apartments", [{ rating: 5 }]);
  await merge(from, into);
  await newHome("rosewood APTS", [{ rating: 4 }]);
  await newHome("Rosewood Apartments", [{ rating: 3 }]);
  expect(await home(into)).toMatchObject({ count: 5, totalRating: 15 });
  expect(await countMismatches(owner)).toEqual([]);
});

test("follows chains of merges to their end", { tags: ["10.11"] }, async () => {
  const names = ["Chain A", "Chain B", "Chain C", "Chain D"];
  const [a = "", b = "", c = "", d = ""] = await Promise.all(names.map((name) => newHome(name, [{ rating: 2 }])));
  await merge(a, b);
  await merge(b, c);
  expect(await merge(d, a)).toMatchObject({ into: { id: c, review_count: 4 } });
  for (const id of [a, b, c, d]) expect(await home(id)).toMatchObject({ propertyId: c, count: 4 });
  await newHome("Chain A", [{ rating: 1 }]);
  expect((await home(a))?.count).toBe(5);
  expect(await countMismatches(owner)).toEqual([]);
});

test("moves a review that is published during the merge", async () => {
  const from = await newHome("Late House", [{ rating: 2 }]);
  const into = await newHome("Latehouse", [{ rating: 2 }]);
  const late = { ...PLACE, property_name: "Late House", rating: 5, review_text: "Late." };
  const merged = await blockedBy(
    (sql) => sql`insert into public.reviews ${sql(late)}`,
    () => merge(from, into),
  );
  expect(merged).toMatchObject({ reviews: 2, into: { review_count: 3 } });
  expect(await countMismatches(owner)).toEqual([]);
});

test("refuses an impossible merge", async () => {
  const [a = "", b = "", c = ""] = await Promise.all(
    ["Sole A", "Sole B", "Sole C"].map((name) => newHome(name, [{ rating: 2 }])),
  );
  await merge(a, b);
  const refused = async (attempt: Promise<unknown>, code: string, words: string) => {
    const { code: given, message } = await refusal(attempt);
    expect([given, message]).toEqual([code, expect.stringContaining(words)]);
  };
  await refused(merge(c, c), "PT400", "the same home");
  await refused(merge(a, c), "PT409", "already merged");
  await refused(merge(b, a), "PT400", "the same home");
  await refused(merge(randomUUID(), c), "PT404", "There is no home");
  await refused(merge("amaltas court", c), "PT404", "There is no home");
  const reasonless = { from_home: c, into_home: b, operator: "asha", reason: "" };
  await refused(callAs("service_role", "operator_merge_homes", reasonless), "PT400", "Give the reason");
  expect((await home(c))?.propertyId).toBe(c);
  for (const role of ["anon", "authenticated"] as const)
    expect(await refusal(callAs(role, "operator_merge_homes", { from_home: c, into_home: b, ...BY }))).toMatchObject({
      code: "42501",
    });
});

test("keeps a home with merged names after its last review is deleted", async () => {
  const from = await newHome("Emptied Annexe", [{ rating: 2 }]);
  const into = await newHome("Emptied House", [{ rating: 2 }]);
  await merge(from, into);
  await owner`delete from public.reviews where property_id = ${into}`;
  expect(await home(from)).toBeNull();
  await newHome("Emptied Annexe", [{ rating: 5 }]);
  expect(await home(from)).toMatchObject({ propertyId: into, count: 1 });
  expect(await countMismatches(owner)).toEqual([]);
});

const rename = (id: string, names: Record<string, string>) =>
  callAs("service_role", "operator_rename_home", {
    ...{ home: id, property_name: null, locality: null, city: null, ...BY, ...names },
  });

test("keeps the spelling that an operator gave a home", { tags: ["10.206"] }, async () => {
  const id = await newHome("Lotus PG", [{ rating: 4 }]);
  await rename(id, { property_name: "LOTUS P.G." });
  const [entry] = await owner`select command, subject, details from private.audit_log order by id desc limit 1`;
  expect(entry).toMatchObject({ command: "rename", subject: id, details: { home: id } });
  for (let nth = 0; nth < 2; nth += 1) await publish(author, { ...PLACE, property_name: "Lotus PG" });
  expect(await home(id)).toMatchObject({ propertyId: id, propertyName: "LOTUS P.G", count: 3 });
});

test("keeps the URL and the earlier names of a renamed home", { tags: ["10.206"] }, async () => {
  const id = await newHome("Lotsu House", [{ rating: 4 }, { rating: 2 }]);
  await rename(id, { property_name: "Lotus @ House", city: "Banglore" });
  const renamed = await home(id);
  expect(renamed).toMatchObject({ propertyName: "Lotus @ House", city: "Banglore", count: 2 });
  await rename(id, { city: "bangalore" });
  await publish(author, { ...PLACE, property_name: "lotsu house" });
  await publish(author, { ...PLACE, property_name: "lotus house" });
  expect(await home(id)).toMatchObject({ propertyName: "Lotus @ House", city: "Bengaluru", count: 4 });
  expect(await home(renamed?.propertyId ?? "")).toEqual(await home(id));
  await rename(id, { property_name: "Lotsu House" });
  expect(await home(id)).toMatchObject({ propertyId: id, propertyName: "Lotsu House", count: 4 });
  expect(await countMismatches(owner)).toEqual([]);
});

test("refuses another home's name and a name without a letter", { tags: ["10.206"] }, async () => {
  const id = await newHome("Jasmine House", [{ rating: 4 }]);
  await newHome("Rose House", [{ rating: 4 }]);
  expect(await refusal(rename(id, { property_name: "ROSE house" }))).toMatchObject({ code: "PT409" });
  for (const property_name of ["★", "x".repeat(121)])
    expect(await refusal(rename(id, { property_name }))).toMatchObject({ code: "PT400" });
  expect(await refusal(rename(id, { property_name: "Iris House", reason: " " }))).toMatchObject({ code: "PT400" });
  expect(await home(id)).toMatchObject({ propertyName: "Jasmine House", count: 1 });
});
