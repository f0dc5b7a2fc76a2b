import type { ReviewList } from "./read-review-list";

/**
 * A list on its way from the server, as JSON. React Router's own format has a number for every value; writing a page of
 * reviews in it took the server as long as asking the database, and reading it held up a slow phone for 40 ms.
 */
export interface PackedList {
  packed: string;
}

const lists = new WeakMap<PackedList, ReviewList>();

/** Packs a list. Anything else that a loader answers stays as it is. */
export function packList<Other extends string>(list: ReviewList | Other): PackedList | Other {
  if (typeof list === "string") return list;
  const packed = { packed: JSON.stringify(list) };
  // For the page that is made here and now.
  lists.set(packed, list);
  return packed;
}

/** The list of a packed one, the same each time. Anything else that was loaded stays as it is. */
export function unpackList<Other>(loaded: PackedList | Other): ReviewList | Other {
  if (!isPacked(loaded)) return loaded;
  const known = lists.get(loaded);
  if (known) return known;
  const list = JSON.parse(loaded.packed) as ReviewList;
  lists.set(loaded, list);
  return list;
}

function isPacked(loaded: unknown): loaded is PackedList {
  return typeof loaded === "object" && loaded !== null && "packed" in loaded;
}
