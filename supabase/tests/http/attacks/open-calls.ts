import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import {
  type Call,
  type User,
  type Visitor,
  call,
  emailOf,
  knownUser,
  newVisitor,
  newestMailLink,
  owner,
  photoName,
  picture,
  plainReview,
  rpc,
  newUser,
} from "../client.ts";
import { attackerElsewhere, fixtures } from "./fixtures.ts";

/** A request that the server accepts. */
export interface Accepted {
  visitor: Visitor;
  target: string;
  options: Call;
}

export interface OpenCall {
  method: string;
  path: string;
  /** Made from new values every time, as most of these calls succeed only once with the same ones. */
  request(): Promise<Accepted>;
}

export const THUMBNAIL = "?width=128&height=128&resize=cover&quality=60";

let count = 0;

/** The 17 calls of the embedded server, with each of the functions on its list. All other requests are 404. */
export const OPEN_CALLS: OpenCall[] = [
  post("/auth/v1/signup", async () => ({ email: emailOf("signed.up"), password: "monsoon-2025" })),
  post("/auth/v1/token?grant_type=password", async () => {
    const { email, password } = await knownUser("logs.in");
    return { email, password };
  }),
  post("/auth/v1/token?grant_type=refresh_token", async () => ({
    refresh_token: (await newSession(await knownUser("refreshes"))).refreshToken,
  })),
  post("/auth/v1/verify", async () => {
    const email = emailOf("verified");
    const body = { email, password: "monsoon-2025" };
    await call(newVisitor(), "POST", "/auth/v1/signup", { body });
    return { type: "signup", token_hash: (await newestMailLink(email)).tokenHash };
  }),
  post("/auth/v1/recover", async () => ({ email: emailOf("forgot") })),
  post("/auth/v1/resend", async () => ({ type: "signup", email: emailOf("waits") })),
  // Of this session alone: many are made at once for one account.
  open("POST", "/auth/v1/logout", async () => ({
    visitor: await newSession(await knownUser("logs.out")),
    target: "/auth/v1/logout?scope=local",
  })),
  open("GET", "/auth/v1/user", async () => ({ visitor: await attackerElsewhere() })),
  open("PUT", "/auth/v1/user", async () => {
    const user = await knownUser("changes.password");
    count += 1;
    return { visitor: { ...user, address: newVisitor().address }, options: { body: { password: `changed-${count}` } } };
  }),
  open("POST", "/rest/v1/reviews", async () => {
    count += 1;
    return {
      visitor: await attackerElsewhere(),
      options: { body: plainReview({ property_name: `Open Call House ${count}` }) },
    };
  }),
  post("/rest/v1/review_reports", async () => {
    count += 1;
    const reporter_fingerprint = `device-${String(count).padStart(24, "0")}`;
    return { review_id: (await fixtures()).named, reason: "spam", reporter_fingerprint };
  }),
  post("/rest/v1/referral_waitlist", async () => ({ name: "Asha", email: emailOf("joins") })),
  post("/rest/v1/rpc/recent_reviews", async () => ({ at_most: 3 })),
  post("/rest/v1/rpc/browse_properties", async () => ({
    ...{ search: "", city: "", sort: "recent", after: null, page_size: 5, reviews_per_group: 3 },
  })),
  post("/rest/v1/rpc/property_reviews", async () => ({
    ...{ property_id: (await fixtures()).propertyId, search: "", city: "", sort: "rating", after: null, page_size: 5 },
  })),
  post("/rest/v1/rpc/review_in_context", async () => ({
    ...{ review_id: (await fixtures()).anonymous, reviews_per_group: 3 },
  })),
  post("/rest/v1/rpc/review_cities", async () => ({})),
  post("/rest/v1/rpc/top_reviewers", async () => ({})),
  post("/rest/v1/rpc/home", async () => ({ short_id: (await fixtures()).propertyId.slice(0, 8) })),
  post("/rest/v1/rpc/home_reviews", async () => ({
    ...{ property_id: (await fixtures()).propertyId, sort: "lowest", stars: 4, with_photos: false, after: null },
    page_size: 5,
  })),
  post("/rest/v1/rpc/homes_of_city", async () => ({ city: "pune", after: null })),
  post("/rest/v1/rpc/homes_of_locality", async () => ({ city: "pune", locality: "kothrud", after: null })),
  post("/rest/v1/rpc/home_cities", async () => ({})),
  post("/rest/v1/rpc/home_addresses", async () => ({ prefix: "a" })),
  post("/rest/v1/rpc/suggest_homes", async () => ({ term: "lake", city: "" })),
  post("/rest/v1/rpc/file_grievance", async () => ({
    ...{ secret: randomUUID(), writer: "owner", ground: "untrue", page: "/reviews", words: "It is untrue." },
    email: emailOf("complains"),
  })),
  post("/rest/v1/rpc/grievance_status", async () => ({ secret: randomUUID() })),
  post("/rest/v1/rpc/transparency", async () => ({})),
  open("POST", "/rest/v1/rpc/my_review", async () => ({
    visitor: await attackerElsewhere(),
    options: { body: { review_id: (await fixtures()).named } },
  })),
  open("POST", "/rest/v1/rpc/check_review_limits", async () => ({
    visitor: await attackerElsewhere(),
    options: {
      body: { review_id: (await fixtures()).named, property_name: "A", locality: "B", city: "C", review_text: "D" },
    },
  })),
  ...[
    ["my_reviews", { after: null }],
    ["export_my_data", {}],
    ["begin_deleting_my_account", { with_reviews: false }],
    ["erase_my_next_review", { with_text: true }],
  ].map(([name, body]) =>
    // An account that has nothing to lose.
    open("POST", `/rest/v1/rpc/${name as string}`, async () => {
      const visitor = { ...(await knownUser("has.nothing")), address: newVisitor().address };
      if (name === "erase_my_next_review") await rpc(visitor, "begin_deleting_my_account", { with_reviews: true });
      return { visitor, options: { body: body as Record<string, unknown> } };
    }),
  ),
  open("POST", "/rest/v1/rpc/delete_my_account", async () => ({
    visitor: await newUser("leaves"),
    options: { body: {} },
  })),
  open("POST", "/rest/v1/rpc/reply_to_review", async () => ({
    visitor: await newUser("answers"),
    options: {
      body: { review_id: (await fixtures()).anonymous, reply_text: "The lift is repaired.", written_as: "owner" },
    },
  })),
  ...["my_reply", "withdraw_reply"].map((name) =>
    open("POST", `/rest/v1/rpc/${name}`, async () => ({
      visitor: await attackerElsewhere(),
      options: { body: { review_id: (await fixtures()).named } },
    })),
  ),
  post("/rest/v1/rpc/report_reply", async () => {
    const review_id = (await fixtures()).named;
    const { id: author } = await knownUser("answered");
    await owner`
      insert into private.replies (review_id, user_id, written_as, reply_text, state)
      values (${review_id}, ${author}, 'owner', 'Repaired.', 'shown') on conflict do nothing`;
    return { review_id, reason: "spam", reporter_email: null, reporter_fingerprint: randomUUID() };
  }),
  open("POST", "/rest/v1/rpc/desk_queue", async () => ({
    visitor: await operator(),
    options: { body: { kind: "reply", city: "Nowhere", at_most: 1 } },
  })),
  open("POST", "/rest/v1/rpc/desk_decide", async () => ({
    visitor: await operator(),
    options: { body: { subjects: [await waitingReply()], ...REFUSAL } },
  })),
  open("POST", "/rest/v1/rpc/desk_undo", async () => {
    const visitor = await operator();
    const body = { subjects: [await waitingReply()], ...REFUSAL };
    const made = await call(visitor, "POST", "/rest/v1/rpc/desk_decide", { body });
    return { visitor, options: { body: { decisions: made.body } } };
  }),
  ...["make_my_review_anonymous", "withdraw_my_review", "bring_back_my_review", "add_follow_up"].map((name) =>
    open("POST", `/rest/v1/rpc/${name}`, async () => {
      const visitor = await attackerElsewhere();
      const text = name === "add_follow_up" ? { follow_up: "Deposit returned." } : {};
      return { visitor, options: { body: { review_id: await newReview(visitor), ...text } } };
    }),
  ),
  {
    method: "POST",
    path: "/storage/v1/object/review-proofs/public/:name",
    request: async () => ({
      visitor: await attackerElsewhere(),
      target: `/storage/v1/object/review-proofs/${photoName("png")}`,
      options: { body: await picture().png().toBuffer(), headers: { "content-type": "image/png" } },
    }),
  },
  ...["GET", "HEAD"].flatMap((method) => [
    {
      method,
      path: "/storage/v1/object/public/review-proofs/public/:name",
      request: async () => ({ visitor: newVisitor(), target: (await fixtures()).photo, options: {} }),
    },
    {
      method,
      path: "/storage/v1/render/image/public/review-proofs/public/:name",
      request: async () => {
        const target = `/storage/v1/render/image/public/review-proofs/${(await fixtures()).photoName}${THUMBNAIL}`;
        return { visitor: newVisitor(), target, options: {} };
      },
    },
  ]),
];

const unused = new Map<OpenCall, Promise<Accepted>>();

/** For tests of refusals: a request that the server would accept, made once and sent from a new address each time. */
export async function unusedRequest(openCall: OpenCall): Promise<Accepted> {
  const request = unused.get(openCall) ?? openCall.request();
  unused.set(openCall, request);
  const accepted = await request;
  return { ...accepted, visitor: { ...accepted.visitor, address: newVisitor().address } };
}

async function operator(): Promise<User> {
  const user = await knownUser("desk.operator");
  await owner`select public.operator_add_operator(${user.email}, ${null}, 'a test')`;
  return user;
}

const REFUSAL = { command: "refuse-reply", clause: "4.2", sentence: "It guesses the tenant." };

async function waitingReply(): Promise<string> {
  const [reply] = await owner<{ id: string }[]>`
    with author as (
      insert into auth.users (id, email, email_confirmed_at) values (${randomUUID()}, ${emailOf("answers")}, now()) returning id
    )
    insert into private.replies (review_id, user_id, written_as, reply_text)
    select ${(await fixtures()).anonymous}, id, 'owner', 'Repaired.' from author returning id`;
  return reply?.id ?? "";
}

async function newReview(author: Visitor): Promise<string> {
  count += 1;
  const id = randomUUID();
  const body = plainReview({ id, property_name: `Own House ${count}` });
  const answer = await call(author, "POST", "/rest/v1/reviews", { body });
  expect(answer.status, answer.text).toBe(201);
  return id;
}

/** Another session of the same account. */
export async function newSession(user: User): Promise<User> {
  const { address } = newVisitor();
  const body = { email: user.email, password: user.password };
  const answer = await call({ address, accessToken: null }, "POST", "/auth/v1/token?grant_type=password", { body });
  expect(answer.status, answer.text).toBe(200);
  return { ...user, address, accessToken: answer.body.access_token, refreshToken: answer.body.refresh_token };
}

function open(
  method: string,
  path: string,
  request: () => Promise<Partial<Accepted> & { visitor: Visitor }>,
): OpenCall {
  return { method, path, request: async () => ({ target: path, options: {}, ...(await request()) }) };
}

function post(path: string, body: () => Promise<Record<string, unknown>>): OpenCall {
  return open("POST", path, async () => ({ visitor: newVisitor(), options: { body: await body() } }));
}
