import type { Review } from "~/domain/review";
import type { ReviewList } from "./read-review-list";

/**
 * A list on its way from the server, as JSON. React Router's own format has a number for every value; writing a page of
 * reviews in it took the server as long as asking the database, and reading it held up a slow phone for 40 ms. The names
 * of what a review has are there once, not once in every review.
 */
export interface PackedList {
  packed: string;
}

const lists = new WeakMap<PackedList, ReviewList>();

/** Packs a list. Anything else that a loader answers stays as it is. */
export function packList<Other extends string>(list: ReviewList | Other): PackedList | Other {
  if (typeof list === "string") return list;
  const packed = { packed: JSON.stringify(inColumns(list)) };
  // For the page that is made here and now.
  lists.set(packed, list);
  return packed;
}

/** The list of a packed one, the same each time. Anything else that was loaded stays as it is. */
export function unpackList<Other>(loaded: PackedList | Other): ReviewList | Other {
  if (!isPacked(loaded)) return loaded;
  const known = lists.get(loaded);
  if (known) return known;
  const list = fromColumns(JSON.parse(loaded.packed) as ListInColumns);
  lists.set(loaded, list);
  return list;
}

interface ListInColumns extends Omit<ReviewList, "groups"> {
  /** With the number of their reviews, which follow one another in `rows`. */
  groups: (Omit<ReviewList["groups"][number], "reviews"> & { shown: number })[];
  columns: (keyof Review)[];
  rows: unknown[][];
}

function inColumns({ groups, ...list }: ReviewList): ListInColumns {
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

function isPacked(loaded: unknown): loaded is PackedList {
  return typeof loaded === "object" && loaded !== null && "packed" in loaded;
}
