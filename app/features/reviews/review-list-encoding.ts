import type { Review } from "~/domain/review";
import type { ReviewList } from "./read-review-list";

/**
 * A list as JSON, its reviews as rows under one list of columns. React Router's turbo-stream has an index for every value:
 * encoding a page of reviews took the server as long as querying the database, and decoding it blocked a slow phone for
 * 40 ms.
 */
export interface EncodedReviewList {
  json: string;
}

const lists = new WeakMap<EncodedReviewList, ReviewList>();

/** Anything else that a loader returns stays as it is. */
export function encodeReviewList<Other extends string>(list: ReviewList | Other): EncodedReviewList | Other {
  if (typeof list === "string") return list;
  const encoded = { json: JSON.stringify(toColumns(list)) };
  // Server rendering decodes the same object.
  lists.set(encoded, list);
  return encoded;
}

/** Returns the same object for the same input. Anything else that was loaded stays as it is. */
export function decodeReviewList<Other>(loaded: EncodedReviewList | Other): ReviewList | Other {
  if (!isEncoded(loaded)) return loaded;
  const known = lists.get(loaded);
  if (known) return known;
  const list = fromColumns(JSON.parse(loaded.json) as ListInColumns);
  lists.set(loaded, list);
  return list;
}

interface ListInColumns extends Omit<ReviewList, "groups"> {
  /** Each with the number of its reviews, which are consecutive `rows`. */
  groups: (Omit<ReviewList["groups"][number], "reviews"> & { shown: number })[];
  columns: (keyof Review)[];
  rows: unknown[][];
}

function toColumns({ groups, ...list }: ReviewList): ListInColumns {
  const reviews = groups.flatMap((group) => group.reviews);
  const columns = [...new Set(reviews.flatMap((review) => Object.keys(review) as (keyof Review)[]))];
  return {
    ...list,
    groups: groups.map(({ reviews: { length }, ...group }) => ({ ...group, shown: length })),
    columns,
    rows: reviews.map((review) => columns.map((column) => review[column])),
  };
}

function fromColumns({ groups, columns, rows, ...list }: ListInColumns): ReviewList {
  const reviews = rows.map((row) => Object.fromEntries(row.map((value, index) => [columns[index], value])) as Review);
  let next = 0;
  return {
    ...list,
    groups: groups.map(({ shown, ...group }) => ({ ...group, reviews: reviews.slice(next, (next += shown)) })),
  };
}

function isEncoded(loaded: unknown): loaded is EncodedReviewList {
  return typeof loaded === "object" && loaded !== null && "json" in loaded;
}
