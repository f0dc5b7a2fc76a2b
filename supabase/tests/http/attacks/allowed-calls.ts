import { randomUUID } from "node:crypto";
import { type Call, emailOf, newVisitor, type User } from "../client.ts";
import { attackerElsewhere, fixtures } from "./fixtures.ts";

const HOME = { property_name: "Lakeview Residency", locality: "HSR Layout", city: "Bengaluru", review_text: "Bright." };
const LIST = { search: "lake", city: "Pune", sort: "recent", after: null, page_size: 5 };

/** The calls with a JSON body, and valid values. A placeholder starts with a colon. */
const JSON_CALLS: Record<string, Record<string, unknown>> = {
  "/auth/v1/signup": { email: ":email", password: "monsoon-2025" },
  "/auth/v1/token?grant_type=password": { email: ":email", password: "monsoon-2025" },
  "/auth/v1/token?grant_type=refresh_token": { refresh_token: "01a1fd17-4aea-74dd-9c6a-520cbd755b28" },
  "/auth/v1/verify": { type: "signup", token_hash: "0000000000000000" },
  "/auth/v1/recover": { email: ":email" },
  "/auth/v1/resend": { type: "signup", email: ":email" },
  "/auth/v1/user": { password: "changed-2025" },
  "/rest/v1/reviews": { id: ":new", ...HOME, rating: 4 },
  "/rest/v1/review_reports": { review_id: ":review", reason: "spam", reporter_fingerprint: ":new" },
  "/rest/v1/referral_waitlist": { name: "Asha", email: ":email" },
  "/rest/v1/rpc/recent_reviews": { at_most: 3 },
  "/rest/v1/rpc/browse_properties": { ...LIST, reviews_per_group: 3, exact: true },
  "/rest/v1/rpc/property_reviews": { property_id: ":property", ...LIST },
  "/rest/v1/rpc/review_in_context": { review_id: ":review", reviews_per_group: 3 },
  "/rest/v1/rpc/review_cities": {},
  "/rest/v1/rpc/top_reviewers": {},
  "/rest/v1/rpc/home": { short_id: "0a1b2c3d" },
  "/rest/v1/rpc/uncounted_reviews": { property_id: ":property" },
  "/rest/v1/rpc/home_reviews": {
    ...{ property_id: ":property", sort: "lowest", stars: 4, with_photos: false, answers: { size: "2bhk" } },
    ...{ move_in_year: 2021, topic: "water", page_size: 5 },
  },
  "/rest/v1/rpc/homes_of_city": { city: "pune", after: null, sort: "best", filters: { kind: ["pg"] } },
  "/rest/v1/rpc/homes_of_locality": { city: "pune", locality: "kothrud", after: null, sort: "best", filters: {} },
  "/rest/v1/rpc/place_names": { city: "pune", locality: "kothrud" },
  "/rest/v1/rpc/home_cities": {},
  "/rest/v1/rpc/city_facts": {},
  "/rest/v1/rpc/deposit_figures": {},
  "/rest/v1/rpc/site_totals": {},
  "/rest/v1/rpc/home_addresses": { prefix: "a" },
  "/rest/v1/rpc/suggest_homes": { term: "lake", city: "" },
  "/rest/v1/rpc/file_grievance": {
    ...{ secret: ":new", writer: "owner", ground: "untrue", page: "/reviews", words: "Untrue.", email: ":email" },
  },
  "/rest/v1/rpc/grievance_status": { secret: ":new" },
  "/rest/v1/rpc/heartbeat": {},
  "/rest/v1/rpc/transparency": {},
  "/rest/v1/rpc/follow_place": { property_id: ":property" },
  "/rest/v1/rpc/my_follows": {},
  "/rest/v1/rpc/follows_of_link": { secrets: [":new"] },
  "/rest/v1/rpc/unfollow": { secrets: [":new"] },
  "/rest/v1/rpc/request_place_alert": { city: "pune", locality: "kothrud", email: ":email" },
  "/rest/v1/rpc/place_alert": { secret: ":new" },
  "/rest/v1/rpc/answer_place_alert": { secret: ":new", is_wanted: true },
  "/rest/v1/rpc/count_empty_search": { city: "pune", locality: "kothrud" },
  "/rest/v1/rpc/empty_searches": {},
  "/rest/v1/rpc/my_review": { review_id: ":review" },
  "/rest/v1/rpc/check_review_limits": { review_id: ":new", ...HOME },
  "/rest/v1/rpc/my_reviews": { after: null },
  "/rest/v1/rpc/export_my_data": {},
  "/rest/v1/rpc/make_my_review_anonymous": { review_id: ":review" },
  "/rest/v1/rpc/withdraw_my_review": { review_id: ":review" },
  "/rest/v1/rpc/bring_back_my_review": { review_id: ":review" },
  "/rest/v1/rpc/add_follow_up": { review_id: ":review", follow_up: "Deposit returned." },
  "/rest/v1/rpc/remind_of_deposit": { review_id: ":review", is_wanted: true },
  "/rest/v1/rpc/delete_my_account": { with_reviews: false },
  "/rest/v1/rpc/reply_to_review": { review_id: ":review", reply_text: "Repaired.", written_as: "owner" },
  "/rest/v1/rpc/my_reply": { review_id: ":review" },
  "/rest/v1/rpc/withdraw_reply": { review_id: ":review" },
  "/rest/v1/rpc/report_reply": { review_id: ":review", reason: "spam", reporter_fingerprint: ":new" },
  "/rest/v1/rpc/desk_queue": { kind: "reply", city: "Nowhere", at_most: 1 },
  "/rest/v1/rpc/desk_decide": { subjects: [":new"], command: "refuse-reply", clause: "4.2", sentence: "It guesses." },
  "/rest/v1/rpc/desk_undo": { decisions: [1] },
};

export const JSON_TARGETS = Object.keys(JSON_CALLS);

/** Methods and paths that the server answers. Everything else is 404. */
const ALLOWED = new Set([
  ...JSON_TARGETS.map((target) => `${methodOf(target)} ${target.split("?")[0]}`),
  ...["POST /auth/v1/logout", "GET /auth/v1/user", "POST /storage/v1/object/review-proofs/:photo"],
  ...["GET", "HEAD"].flatMap((method) =>
    ["object", "render/image"].map((kind) => `${method} /storage/v1/${kind}/public/review-proofs/:photo`),
  ),
]);

export function isAllowed(method: string, path: string): boolean {
  return ALLOWED.has(`${method} ${path.split("?")[0]}`);
}

export function methodOf(target: string): "PUT" | "POST" {
  return target === "/auth/v1/user" ? "PUT" : "POST";
}

/** Resolves to valid values for a call, and the attacker in a new network. */
export async function requestFor(target: string): Promise<{ visitor: User; values: Record<string, unknown> }> {
  const { named, propertyId } = await fixtures();
  const values = JSON.stringify(JSON_CALLS[target])
    .replaceAll(":email", emailOf("attacked"))
    .replaceAll(":new", randomUUID())
    .replaceAll(":review", named)
    .replaceAll(":property", propertyId);
  return { visitor: await attackerElsewhere(), values: JSON.parse(values) as Record<string, unknown> };
}

/** Headers and parameters that change the responses of PostgREST, Storage, S3, tus or proxies. */
export const IGNORED_HEADERS: Call["headers"] = {
  prefer:
    "return=representation, resolution=merge-duplicates, count=exact, tx=rollback, handling=strict, max-affected=0",
  accept: 'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|verbose|settings|buffers',
  ...{ "range-unit": "items", range: "0-0" },
  ...{ "accept-profile": "private", "content-profile": "auth" },
  ...{ "x-http-method-override": "DELETE", "x-method-override": "PATCH", "x-http-method": "GET" },
  ...{ "x-upsert": "true", "x-metadata": "eyJvd25lciI6IngifQ==", "cache-control": "no-cache" },
  ...{ "x-original-url": "/auth/v1/admin/users", "x-rewrite-url": "/rest/v1/", "x-forwarded-prefix": "/storage/v1" },
  ...{ "x-jwt-aud": "service_role", "x-supabase-role": "service_role", role: "service_role" },
  ...{ cookie: "sb-access-token=x; role=service_role", "x-real-ip": newVisitor().address },
};
export const IGNORED_QUERY = [
  "select=id,xmin&columns=id&on_conflict=id&id=eq.0&limit=0&offset=1&order=id.desc&or=(id.is.null)",
  "_method=DELETE&apikey=x&access_token=x&token=x&download=x.html&response-content-type=text/html&transform=1",
  "redirect_to=https://evil.example&user_id=x&__proto__[role]=service_role&constructor=1",
].join("&");
