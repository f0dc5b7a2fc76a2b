import { randomUUID } from "node:crypto";
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  record,
  tuple,
} from "fast-check";
import { afterAll, expect, test } from "vitest";
import { hostileText } from "~/domain/test-hostile-text";
import { FUNCTIONS, type FunctionName, WRITING } from "../../../../server/embedded/calls.ts";
import { words } from "../attacks/fixtures.ts";
import { type Answer, call, insertReview, knownUser, newVisitor, owner, plainReview, rpc } from "../client.ts";

// A stopping server logs open connections.
afterAll(() => owner.end());

test("answers any body of a review without a server error", async () => {
  const author = await knownUser("fuzz");
  const value = oneof(
    { weight: 3, arbitrary: jsonValue() },
    hostileText(),
    constantFrom(1e308, -1, 0.5, 2 ** 53, true, null, [], {}, "x".repeat(10_000), "😀".repeat(10_000), "9".repeat(400)),
  );
  const columns = constantFrom(
    ...words(`
      id property_id property_name locality city property_type rating review_text email user_id display_name move_in_date duration
      would_recommend move_out_intent verified reported proof_urls reported_issues how_issues_reported issue_resolution_status
      management_response_time created_at hidden_at __proto__ constructor
    `),
  );
  const invalid = array(tuple(columns, value), { minLength: 1, maxLength: 3 });
  const junk = oneof(
    constantFrom("", "null", "[]", "[[]]", "{}", "1e999", '"', "{", "\u0000", "[{},{}]", '{"rating":1e400}'),
    constantFrom("[", '{"a":', '{"reported_issues":[').map((opening) => opening.repeat(20_000)),
    integer({ min: 100, max: 20_000 }).map((depth) => withIssues(`${"[".repeat(depth)}${"]".repeat(depth)}`)),
    integer({ min: 100, max: 5000 }).map((depth) =>
      withIssues(`${'{"description":'.repeat(depth)}1${"}".repeat(depth)}`),
    ),
    hostileText(),
    jsonValue().map((json) => JSON.stringify(json)),
  );
  await assert(
    asyncProperty(oneof({ weight: 4, arbitrary: invalid.map(invalidReview) }, junk), async (body) => {
      expectAnswer(await insertReview(author, body));
    }),
  );
});

test("answers any argument of a function without a server error", async () => {
  const author = await knownUser("fuzz");
  const argument = oneof(hostileText(), jsonValue(), constantFrom(-1, 1e9, 2 ** 40, 1e308, "x".repeat(10_000)));
  const cursor = oneof(
    hostileText(),
    array(oneof(hostileText(20), constantFrom("infinity", "-infinity", "294277-01-01", "99999999999", "NaN", null)), {
      maxLength: 4,
    }).map(asCursor),
    jsonValue().map(asCursor),
    constant(Buffer.from("[".repeat(30_000)).toString("base64url")),
  );
  const kinds: Record<string, Arbitrary<unknown>> = {
    after: cursor,
    sort: oneof(constantFrom("recent", "rating", "verified", "highest", "lowest"), argument),
    property_id: oneof(constant(randomUUID()), argument),
    review_id: oneof(constant(randomUUID()), argument),
  };
  const reading = (Object.keys(FUNCTIONS) as FunctionName[]).filter((name) => !WRITING.has(name));
  const calls = constantFrom(...reading).chain((name) => {
    const args = Object.keys(FUNCTIONS[name].shape).map((key) => [key, kinds[key] ?? argument]);
    return tuple(constant(name), record(Object.fromEntries(args) as typeof kinds, { requiredKeys: [] }));
  });
  await assert(asyncProperty(calls, async ([name, args]) => expectAnswer(await rpc(author, name, args))));
});

test("answers any report and waitlist entry without a server error", async () => {
  const known = constantFrom(7, 1e308, "x".repeat(10_000), randomUUID(), "spam", "f".repeat(32));
  const value = oneof(hostileText(), jsonValue(), known);
  const body = dictionary(
    constantFrom("review_id", "reason", "reporter_email", "reporter_fingerprint", "name", "email", "id", "created_at"),
    value,
    { maxKeys: 5 },
  );
  await assert(
    asyncProperty(
      constantFrom("review_reports", "referral_waitlist"),
      oneof(body, jsonValue()),
      async (table, sent) => {
        expectAnswer(await call(newVisitor(), "POST", `/rest/v1/${table}`, { body: JSON.stringify(sent) }));
      },
    ),
  );
});

function expectAnswer(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(500);
  if (answer.status < 400) return;
  expect(answer.text).not.toMatch(/violates check|PL\/pgSQL|stack depth|at Object\.|node_modules/);
  expect(answer.body?.message ?? answer.body?.msg, answer.text.slice(0, 500)).toMatch(/\S/);
}

/** Returns a review with these columns. JSON.stringify could not repeat a key. */
function invalidReview(columns: [string, unknown][]): string {
  const pairs = [...Object.entries(plainReview()), ...columns].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${pairs.join(",")}}`;
}

function withIssues(issues: string): string {
  return `{"property_name":"A","locality":"B","city":"C","rating":3,"review_text":"D","reported_issues":[${issues}]}`;
}

function asCursor(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}
