import { randomUUID } from "node:crypto";
import { z } from "zod";
import { COLUMNS, QUESTIONS_WITH_COLUMN } from "../../app/data/review-row.ts";
import { MAX_FOLLOWS } from "../../app/domain/follow.ts";
import { isStorable, storable, uuid } from "./refusal.ts";

// Checks only types: the database validates values, and overwrites what visitors may not set.
const text = storable.nullish();
const flag = z.boolean().nullish();

/** Any value, since the shape of a body is bounded (refusal.ts). */
const columnValue = z.unknown().refine(isStorable).optional();

const reviewColumns = [...Object.values(COLUMNS), ...QUESTIONS_WITH_COLUMN, "answers", "verified"];
const ignoredColumns = ["user_id", "reported", "created_at"];
const review = z.strictObject({
  ...Object.fromEntries([...reviewColumns, ...ignoredColumns].map((column) => [column, columnValue])),
  id: uuid.default(() => randomUUID()),
});
const report = z.strictObject({
  review_id: uuid.nullish(),
  reason: text,
  reporter_email: text,
  reporter_fingerprint: text,
});
const waitlistEntry = z.strictObject({ name: text, email: text });

/**
 * The tables that visitors insert into, with columns and the limit per address. The limit counts attempts here, because in the
 * database a refused insert rolls its count back.
 */
export const TABLES = {
  reviews: { row: review, use: "review" },
  review_reports: { row: report, use: "change" },
  referral_waitlist: { row: waitlistEntry, use: "change" },
} as const satisfies Record<string, { row: z.ZodObject; use: "review" | "change" }>;
export type TableName = keyof typeof TABLES;

const REVIEW_BYTES = 128 * 1024;
export const BODY_BYTES = 16 * 1024;

export function bodyBytesOf(call: TableName | FunctionName): number {
  return call === "reviews" || call === "check_review_limits" ? REVIEW_BYTES : BODY_BYTES;
}

const number = z.int().nullish();
const list = { search: text, city: text, sort: text, after: text, page_size: number };
const homes = {
  after: text,
  sort: text,
  filters: z.record(z.string(), z.array(z.string())).refine(isStorable).nullish(),
};

const secrets = z.array(uuid).max(MAX_FOLLOWS);

/** The functions that visitors may call. Must match the grants in supabase/schemas/18_access.sql. */
export const FUNCTIONS = {
  recent_reviews: z.strictObject({ at_most: number }),
  browse_properties: z.strictObject({ ...list, reviews_per_group: number, exact: flag }),
  property_reviews: z.strictObject({ property_id: uuid, ...list }),
  review_in_context: z.strictObject({ review_id: uuid, reviews_per_group: number }),
  review_cities: z.strictObject({}),
  top_reviewers: z.strictObject({}),
  my_review: z.strictObject({ review_id: uuid }),
  check_review_limits: z.strictObject({
    review_id: uuid,
    property_name: text,
    locality: text,
    city: text,
    review_text: text,
  }),
  home: z.strictObject({ short_id: text }),
  uncounted_reviews: z.strictObject({ property_id: uuid }),
  home_reviews: z.strictObject({
    property_id: uuid,
    sort: text,
    stars: number,
    with_photos: flag,
    answers: z.record(z.string(), z.unknown()).refine(isStorable).nullish(),
    move_in_year: number,
    topic: text,
    after: text,
    page_size: number,
  }),
  homes_of_city: z.strictObject({ city: text, ...homes }),
  homes_of_locality: z.strictObject({ city: text, locality: text, ...homes }),
  place_names: z.strictObject({ city: text, locality: text }),
  home_cities: z.strictObject({}),
  city_facts: z.strictObject({}),
  deposit_figures: z.strictObject({}),
  site_totals: z.strictObject({}),
  home_addresses: z.strictObject({ prefix: text }),
  suggest_homes: z.strictObject({ term: text, city: text }),
  file_grievance: z.strictObject({
    secret: uuid.nullish(),
    writer: text,
    ground: text,
    page: text,
    words: text,
    email: text,
  }),
  grievance_status: z.strictObject({ secret: uuid }),
  transparency: z.strictObject({}),
  heartbeat: z.strictObject({}),
  follow_place: z.strictObject({ property_id: uuid.nullish(), city: text, locality: text }),
  my_follows: z.strictObject({}),
  follows_of_link: z.strictObject({ secrets }),
  unfollow: z.strictObject({ secrets }),
  request_place_alert: z.strictObject({ city: text, locality: text, email: text }),
  place_alert: z.strictObject({ secret: uuid }),
  answer_place_alert: z.strictObject({ secret: uuid, is_wanted: flag }),
  count_empty_search: z.strictObject({ city: text, locality: text }),
  empty_searches: z.strictObject({}),
  my_reviews: z.strictObject({ after: text }),
  make_my_review_anonymous: z.strictObject({ review_id: uuid }),
  withdraw_my_review: z.strictObject({ review_id: uuid }),
  bring_back_my_review: z.strictObject({ review_id: uuid }),
  add_follow_up: z.strictObject({ review_id: uuid, follow_up: text, deposit_back: text }),
  remind_of_deposit: z.strictObject({ review_id: uuid, is_wanted: flag }),
  export_my_data: z.strictObject({}),
  delete_my_account: z.strictObject({ with_reviews: flag }),
  reply_to_review: z.strictObject({ review_id: uuid, reply_text: text, written_as: text }),
  my_reply: z.strictObject({ review_id: uuid }),
  withdraw_reply: z.strictObject({ review_id: uuid }),
  report_reply: z.strictObject({ review_id: uuid, reason: text, reporter_email: text, reporter_fingerprint: text }),
  desk_queue: z.strictObject({ kind: text, city: text, reason: text, reporter: text, skip: number, at_most: number }),
  desk_decide: z.strictObject({
    subjects: z.array(uuid).max(100),
    command: text,
    clause: text,
    sentence: text,
    outcome: text,
    hide: z.array(uuid).max(100).optional(),
  }),
  desk_undo: z.strictObject({ decisions: z.array(z.int()).max(100) }),
} as const satisfies Record<string, z.ZodObject>;
export type FunctionName = keyof typeof FUNCTIONS;

export const WRITING: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "make_my_review_anonymous",
  "withdraw_my_review",
  "bring_back_my_review",
  "add_follow_up",
  "remind_of_deposit",
  "delete_my_account",
  "file_grievance",
  "follow_place",
  "unfollow",
  "request_place_alert",
  "answer_place_alert",
  "count_empty_search",
  "reply_to_review",
  "withdraw_reply",
  "report_reply",
  "desk_decide",
  "desk_undo",
]);
