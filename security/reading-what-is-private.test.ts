import { expect, test } from "vitest";
import { type Call, call, newVisitor, publishReview } from "../supabase/tests/visitors.ts";
import { HIDDEN_WORDS, type Town, attack, attackers, everythingStored, ourTown, rowsOf } from "./town.ts";

// A curious visitor wants to know who wrote a review. attack() fails by itself on any answer of 5xx, on any word of the
// database's insides, and on any answer that holds the e-mail or id of the victim, of a reporter or of who waits.

type Question = (town: Town) => string;

const reviews =
  (question: string): Question =>
  () =>
    `/rest/v1/reviews?${question}`;
const ofVictim =
  (question: string): Question =>
  ({ named, anonymous, hidden }) =>
    `/rest/v1/reviews?id=in.(${named},${anonymous},${hidden})&${question}`;

test("the columns of authors are empty for everybody, under any name and in any form", async () => {
  const { named, anonymous } = await ourTown();
  for (const [, visitor] of await attackers()) {
    for (const select of ["email,user_id", "a:email,b:user_id", "email::text,user_id::text"]) {
      const target = `/rest/v1/reviews?select=${select}&id=in.(${named},${anonymous})`;
      const rows = rowsOf(await attack(visitor, "GET", target));
      expect(rows.flatMap(Object.values).filter(Boolean), select).toEqual([]);
    }
    const all = await attack(visitor, "GET", `/rest/v1/reviews?select=*&id=eq.${named}`);
    expect(all.body[0]).toMatchObject({ id: named, email: null, user_id: null, hidden_at: null });
  }
});

const ORACLES: [string, Question][] = [
  ["an e-mail that is equal", ({ victim }) => `/rest/v1/reviews?email=eq.${victim.email}`],
  ["an e-mail in a list", ({ victim }) => `/rest/v1/reviews?email=in.(${victim.email},x)`],
  ["an e-mail that begins like this", reviews("email=like.victim*")],
  ["an e-mail that begins like this, in any case", reviews("email=ilike.VICTIM*")],
  ["an e-mail like any of these", reviews("email=like(any).{*example*,*@*}")],
  ["an e-mail that comes after this one", reviews("email=gt.a")],
  ["an e-mail that comes before this one", reviews("email=lt.zzzz")],
  ["an e-mail that is there at all", reviews("email=not.is.null")],
  ["an e-mail that is not another one", reviews("email=neq.a")],
  ["an author that is equal", ({ victim }) => `/rest/v1/reviews?user_id=eq.${victim.id}`],
  ["an author in a list", ({ victim }) => `/rest/v1/reviews?user_id=in.(${victim.id})`],
  ["an author that is there at all", reviews("user_id=not.is.null")],
  ["an author above zero", reviews("user_id=gt.00000000-0000-0000-0000-000000000000")],
  ["either column", ({ victim }) => `/rest/v1/reviews?or=(email.eq.${victim.email},user_id.eq.${victim.id})`],
  ["either column, twice denied", reviews("not.and=(email.is.null,user_id.is.null)")],
  ["a hidden review by its id", ({ hidden }) => `/rest/v1/reviews?id=eq.${hidden}`],
  ["a hidden review by its date", reviews("hidden_at=not.is.null")],
  ["a hidden review by its words", reviews(`review_text=ilike.*${HIDDEN_WORDS.replace(" ", "*")}*`)],
  ["a hidden review by the words of its home", reviews(`property_name=ilike.*${HIDDEN_WORDS.replace(" ", "*")}*`)],
  ["the home of a hidden review", () => `/rest/v1/properties?property_name=ilike.*${HIDDEN_WORDS.replace(" ", "*")}*`],
  ["a home without visible reviews", () => "/rest/v1/properties?review_count=eq.0"],
];

test.for(ORACLES)("asking for %s finds nothing", async ([, question]) => {
  for (const [who, visitor] of await attackers()) {
    const headers = { prefer: "count=exact" };
    const answer = await attack(visitor, "GET", question(await ourTown()), { headers });
    expect(rowsOf(answer), who).toEqual([]);
    expect(answer.headers.get("content-range") ?? "*/0", who).toMatch(/\/(?:0|\*)$/);
  }
});

const ORDERS = ["email", "email.desc", "user_id", "user_id.desc.nullslast", "email.asc,user_id.desc", "hidden_at"];

test.for(ORDERS)("ordering by %s tells no more than no order", async (order) => {
  const { named, anonymous } = await ourTown();
  const target = (by: string) => `/rest/v1/reviews?select=id&id=in.(${named},${anonymous})&order=${by},id`;
  for (const [who, visitor] of await attackers()) {
    const ordered = await attack(visitor, "GET", target(order));
    const usual = await attack(visitor, "GET", target("property_name"));
    expect(ordered.body, who).toEqual(usual.body);
  }
});

const REFUSED: [string, string, Question, Call?][] = [
  ["a count by author", "GET", reviews("select=user_id,count()")],
  ["a count of e-mails", "GET", reviews("select=email.count()")],
  ["the greatest e-mail", "GET", reviews("select=email.max()")],
  ["the homes inside reviews", "GET", ofVictim("select=*,properties(*)")],
  ["the reports inside reviews", "GET", ofVictim("select=*,review_reports(*)")],
  ["the authors inside reviews", "GET", ofVictim("select=*,review_authors(*)")],
  ["the users inside reviews", "GET", ofVictim("select=*,users!user_id(email)")],
  ["the users inside reviews, spread", "GET", ofVictim("select=*,...users(email)")],
  ["the reports inside homes", "GET", () => "/rest/v1/properties?select=*,reviews(*,review_reports(*))"],
  [
    "reviews by a column of reports",
    "GET",
    reviews("select=id,review_reports!inner(id)&review_reports.reason=eq.fake"),
  ],
  ["a regular expression on e-mails", "GET", reviews("email=match.^v")],
  ["a regular expression inside of or", "GET", reviews("or=(email.imatch.V,rating.eq.9)")],
  ["reports", "GET", () => "/rest/v1/review_reports"],
  ["reports by e-mail", "GET", ({ reporterEmail }) => `/rest/v1/review_reports?reporter_email=eq.${reporterEmail}`],
  [
    "how many reports there are",
    "HEAD",
    () => "/rest/v1/review_reports?select=id",
    { headers: { prefer: "count=exact" } },
  ],
  ["the waitlist", "GET", () => "/rest/v1/referral_waitlist"],
  ["the waitlist by e-mail", "GET", ({ waitingEmail }) => `/rest/v1/referral_waitlist?email=eq.${waitingEmail}`],
  ["how long the waitlist is", "HEAD", () => "/rest/v1/referral_waitlist", { headers: { prefer: "count=exact" } }],
  ["authors", "GET", () => "/rest/v1/review_authors"],
  ["settings", "GET", () => "/rest/v1/settings?select=value&key=eq.report_secret"],
  ["users", "GET", () => "/rest/v1/users?select=email"],
  ["users with their schema", "GET", () => "/rest/v1/auth.users"],
  ["users with their schema in quotes", "GET", () => "/rest/v1/%22auth%22.%22users%22"],
  ["the list of photos as a table", "GET", () => "/rest/v1/objects?select=owner_id"],
  ["what the database is doing", "GET", () => "/rest/v1/pg_stat_activity"],
  ["the roles of the database", "GET", () => "/rest/v1/pg_roles"],
  ["passwords of the database", "GET", () => "/rest/v1/pg_authid"],
  ["the columns of all tables", "GET", () => "/rest/v1/information_schema.columns"],
  ["the description of the API", "GET", () => "/rest/v1/"],
  [
    "the description of the API as OpenAPI",
    "GET",
    () => "/rest/v1/",
    { headers: { accept: "application/openapi+json" } },
  ],
  ["the description of the API without its slash", "GET", () => "/rest/v1"],
  ["a function that sleeps", "POST", () => "/rest/v1/rpc/pg_sleep", { body: { seconds: 5 } }],
  ["a function that reads files", "POST", () => "/rest/v1/rpc/pg_read_file", { body: { filename: "/etc/passwd" } }],
  ["a function that runs SQL", "POST", () => "/rest/v1/rpc/query_to_xml", { body: { query: "select 1" } }],
  [
    "a function of the private schema",
    "POST",
    () => "/rest/v1/rpc/own_proof_paths",
    { body: { given: [], author: null } },
  ],
  ["a function behind browsing", "POST", () => "/rest/v1/rpc/listed_page", { body: { at_most: 9 } }],
  ["GraphQL", "POST", () => "/graphql/v1", { body: { query: "{__schema{types{name}}}" } }],
  ["changes as they happen", "GET", () => "/realtime/v1/websocket", { headers: { upgrade: "websocket" } }],
  ["an edge function", "POST", () => "/functions/v1/x", { body: {} }],
  ["the meta API", "GET", () => "/pg-meta/default/tables"],
  ["the system page", "GET", () => "/_system/config"],
  ["SQL over the system page", "POST", () => "/_system/query", { body: { sql: "select * from auth.users" } }],
  ["the Studio", "GET", () => "/_studio"],
  [
    "the list of photos",
    "POST",
    () => "/storage/v1/object/list/review-proofs",
    { body: { prefix: "public", limit: 9 } },
  ],
  ["the list of photos, newer", "POST", () => "/storage/v1/object/list-v2/review-proofs", { body: { prefix: "" } }],
  ["the buckets", "GET", () => "/storage/v1/bucket"],
  ["the bucket", "GET", () => "/storage/v1/bucket/review-proofs"],
  ["who uploaded a photo", "GET", ({ photoName }) => `/storage/v1/object/info/review-proofs/${photoName}`],
  [
    "who uploaded a public photo",
    "GET",
    ({ photoName }) => `/storage/v1/object/info/public/review-proofs/${photoName}`,
  ],
  ["a photo as its owner", "GET", ({ photoName }) => `/storage/v1/object/authenticated/review-proofs/${photoName}`],
  ["a photo past the public address", "GET", ({ photoName }) => `/storage/v1/object/review-proofs/${photoName}`],
  [
    "a signed address of a photo",
    "POST",
    ({ photoName }) => `/storage/v1/object/sign/review-proofs/${photoName}`,
    { body: { expiresIn: 9 } },
  ],
  [
    "signed addresses of all photos",
    "POST",
    () => "/storage/v1/object/sign/review-proofs",
    { body: { expiresIn: 9, paths: ["public"] } },
  ],
  ["the folder of photos", "GET", () => "/storage/v1/object/public/review-proofs/public/"],
  ["the bucket as a folder", "GET", () => "/storage/v1/object/public/review-proofs/"],
  ["another bucket", "GET", ({ photoName }) => `/storage/v1/object/public/avatars/${photoName}`],
  [
    "the secrets of the server, by the path of a photo",
    "GET",
    () => "/storage/v1/object/public/review-proofs/public/..%2f..%2f..%2fsecrets.json",
  ],
  [
    "the secrets of the server, by plain dots",
    "GET",
    () => "/storage/v1/object/public/review-proofs/../../../secrets.json",
  ],
  ["the mails of the server", "GET", () => "/storage/v1/object/public/review-proofs/public/%2e%2e/%2e%2e/%2e%2e/mail/"],
  [
    "a photo of a size of its own",
    "GET",
    ({ photoName }) => `/storage/v1/render/image/public/review-proofs/${photoName}?width=5000&height=5000`,
  ],
  ["a photo as S3", "GET", ({ photoName }) => `/storage/v1/s3/review-proofs/${photoName}`],
  ["the list of photos as S3", "GET", () => "/storage/v1/s3/review-proofs?list-type=2"],
  ["vectors", "POST", () => "/storage/v1/vector/ListVectorBuckets", { body: {} }],
  ["tables of the storage", "GET", () => "/storage/v1/iceberg/v1/config"],
  ["what the account service is set to", "GET", () => "/auth/v1/settings"],
  ["the keys of the account service", "GET", () => "/auth/v1/.well-known/jwks.json"],
  ["the list of users", "GET", () => "/auth/v1/admin/users"],
  ["the mailbox", "GET", () => "/mailbox"],
];

test.for(REFUSED)("%s: there is nothing to be had", async ([, method, question, options]) => {
  for (const [who, visitor] of await attackers()) {
    const { status } = await attack(visitor, method, question(await ourTown()), options);
    expect(status, who).toBeGreaterThanOrEqual(400);
  }
});

const SCHEMAS = [
  "private",
  "auth",
  "storage",
  "browsing",
  "extensions",
  "pg_catalog",
  "information_schema",
  "graphql_public",
];

test.for(SCHEMAS)("the schema %s opens to no profile header", async (schema) => {
  const { named } = await ourTown();
  const headers = { "accept-profile": schema, "content-profile": schema };
  const target = `/rest/v1/reviews?select=*&id=eq.${named}`;
  for (const [, visitor] of await attackers()) {
    const usual = await attack(visitor, "GET", target);
    const read = await attack(visitor, "GET", target, { headers });
    expect(read.status >= 400 || read.text === usual.text).toBe(true);
    for (const table of ["users", "review_authors", "settings", "objects", "pg_authid", "tables"])
      expect((await attack(visitor, "GET", `/rest/v1/${table}`, { headers })).status).toBe(404);
    for (const name of ["own_proof_paths", "pg_read_file", "listed_page", "uid", "jwt"])
      expect((await attack(visitor, "POST", `/rest/v1/rpc/${name}`, { headers, body: {} })).status).toBe(404);
  }
});

const FORMATS = [
  "text/csv",
  "application/vnd.pgrst.object+json",
  "application/vnd.pgrst.plan+json; options=verbose",
  'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|verbose|settings|buffers',
  "application/geo+json",
  "application/octet-stream",
  "text/html",
  "*/*;q=0",
  "../../etc/passwd",
];

test.for(FORMATS)("asked for as %s, a review tells no more", async (accept) => {
  const { named, anonymous } = await ourTown();
  for (const [, visitor] of await attackers()) {
    for (const filter of [`id=eq.${named}`, `id=in.(${named},${anonymous})`, "limit=3"]) {
      const answer = await attack(visitor, "GET", `/rest/v1/reviews?${filter}`, { headers: { accept } });
      expect(answer.text).not.toMatch(/Seq Scan|Index Scan|"Plan"|Planning Time/);
      expect(answer.headers.get("content-type") ?? "").not.toContain("text/html");
    }
  }
});

const PREFERENCES = [
  "tx=rollback",
  "count=planned",
  "count=estimated",
  "return=representation",
  "handling=strict",
  "timezone=x'",
  "max-affected=0",
];

test.for(PREFERENCES)("the preference %s changes nothing about what a visitor may see", async (prefer) => {
  for (const [, visitor] of await attackers()) {
    const hidden = `/rest/v1/reviews?hidden_at=not.is.null`;
    expect(rowsOf(await attack(visitor, "GET", hidden, { headers: { prefer } }))).toEqual([]);
  }
});

const ODD_QUESTIONS = [
  "limit=-1",
  "limit=1e9",
  "limit=99999999999999999999",
  "offset=-1",
  "offset=99999999999999999999",
  "limit=1&offset=NaN",
  "id=eq.not-a-uuid",
  "rating=eq.1e400",
  "rating=in.(1,,2)",
  "rating=in.(",
  "rating=",
  "rating=eq",
  "=eq.1",
  "created_at=gt.infinity-and-more",
  "created_at=eq.294277-01-01",
  "select=",
  "select=,",
  "select=id,,id",
  "select=nothing",
  "select=id;drop%20table%20reviews",
  "select=%00",
  "order=nothing",
  "order=id.sideways",
  "order=",
  "columns=id",
  "on_conflict=id",
  "or=()",
  "or=(rating.eq.1",
  "and=(and(and(and(rating.eq.1))))",
  "review_text=fts.%27",
  "review_text=fts(nothing).a",
  "review_text=plfts(english).%26%26",
  "review_text=wfts.%22",
  "review_text=phfts.a",
  "proof_urls=cs.{",
  "proof_urls=ov.{a,b",
  "reported_issues-%3E%3Edescription=eq.x",
  "reported_issues-%3E0-%3E%3Edescription=like.*",
  "move_in_date=sl.[2020-01-01,2021-01-01)",
  "review_text=like.%25%25%25%25%5C",
  "review_text=eq.%F0%28%8C%28",
  "review_text=eq.%00",
  "constructor=eq.1",
  "hasOwnProperty=eq.1",
  "toString=eq.1",
  "id=eq.1%27%20or%20%271%27=%271",
  "id=eq.1)%3bselect%20pg_sleep(9)--",
];

test.for(ODD_QUESTIONS)("the odd question %s is answered or refused in order", async (question) => {
  for (const [, visitor] of await attackers()) {
    const rows = rowsOf(await attack(visitor, "GET", `/rest/v1/reviews?${question}`));
    expect(rows.length).toBeLessThanOrEqual(100);
  }
});

const ODD_ARGUMENTS: [string, object][] = [
  ["browse_properties", { search: HIDDEN_WORDS }],
  ["browse_properties", { page_size: 2147483647, reviews_per_group: 2147483647 }],
  ["browse_properties", { page_size: -2147483648, reviews_per_group: -1 }],
  ["browse_properties", { page_size: 1e300 }],
  ["browse_properties", { page_size: "1; drop table reviews" }],
  ["browse_properties", { after: "' or true --" }],
  ["browse_properties", { after: "WyJhIiwiYiJd" }],
  ["browse_properties", { after: "[".repeat(5000) }],
  ["browse_properties", { sort: "email" }],
  ["browse_properties", { sort: "created_at; select 1" }],
  ["browse_properties", { search: "%".repeat(3000) }],
  ["browse_properties", { search: "_" }],
  ["browse_properties", { search: "\\" }],
  ["browse_properties", { search: "a".repeat(100_000) }],
  ["browse_properties", { city: "'; --" }],
  ["browse_properties", { nothing: 1 }],
  ["property_reviews", { property_id: "not-a-uuid" }],
  ["property_reviews", { property_id: null }],
  ["property_reviews", {}],
  ["review_in_context", { review_id: "00000000-0000-0000-0000-000000000000", reviews_per_group: 9999999 }],
  ["review_in_context", { review_id: "' or '1'='1" }],
  ["review_cities", { anything: true }],
  ["top_reviewers", { email: "x" }],
  ["my_review_exists", { review_id: "x" }],
];

test.for(ODD_ARGUMENTS)("%s called with %j keeps its limits", async ([name, args]) => {
  for (const [, visitor] of await attackers()) {
    const { status, body, text } = await attack(visitor, "POST", `/rest/v1/rpc/${name}`, { body: args });
    expect(status === 200 || status >= 400, text).toBe(true);
    const groups: { reviews: unknown[] }[] = body?.groups ?? [];
    expect(groups.length).toBeLessThanOrEqual(50);
    expect(groups.filter(({ reviews: shown }) => shown.length > 60)).toEqual([]);
  }
});

test.for(["recent", "rating", "verified"])(
  "a search for the words of a hidden review, sorted by %s, finds nothing",
  async (sort) => {
    for (const search of [
      HIDDEN_WORDS,
      HIDDEN_WORDS.slice(0, 8),
      HIDDEN_WORDS.split(" ")[1],
      `${HIDDEN_WORDS} House`,
    ]) {
      for (const [who, visitor] of await attackers()) {
        const { body } = await attack(visitor, "POST", "/rest/v1/rpc/browse_properties", { body: { search, sort } });
        expect(body, who).toEqual({ groups: [], next: null });
      }
    }
  },
);

test("a hidden review is no more to be found than one that never was", async () => {
  const { hidden } = await ourTown();
  const never = "00000000-0000-4000-8000-000000000000";
  for (const [, visitor] of await attackers()) {
    for (const name of ["review_in_context", "my_review_exists"]) {
      const answers = [hidden, never].map((id) =>
        call(visitor, "POST", `/rest/v1/rpc/${name}`, { body: { review_id: id } }),
      );
      const [ofHidden, ofNever] = await Promise.all(answers);
      expect([ofHidden?.status, ofHidden?.text], name).toEqual([ofNever?.status, ofNever?.text]);
    }
  }
});

test("nobody but its author can ask whose a review is", async () => {
  const { attacker, victim, named, anonymous } = await ourTown();
  const own = await publishReview(attacker, { property_name: "Own House" });
  const ask = async (visitor: typeof attacker, id: string) =>
    (await call(visitor, "POST", "/rest/v1/rpc/my_review_exists", { body: { review_id: id } })).body;
  expect(await ask(attacker, named)).toBe(false);
  expect(await ask(attacker, anonymous)).toBe(false);
  expect(await ask(attacker, own)).toBe(true);
  expect(await ask(victim, named)).toBe(true);
});

test("all this reading has changed nothing", async () => {
  const before = await everythingStored();
  for (const [, question] of ORACLES) await attack(newVisitor(), "GET", question(await ourTown()));
  expect(await everythingStored()).toBe(before);
});
