import { data } from "react-router";
import type { Database } from "~/data/database";
import { DatabaseFailure } from "~/data/rest";
import { browseProperties, type GroupPage, propertyPage, reviewCities, reviewInContext } from "~/data/reviews";
import type { PropertyGroup } from "~/domain/property-group";
import { parseReviewQuery, type ReviewQuery } from "~/domain/review-query";

/** What the screen of reviews shows. */
export interface ReviewList {
  query: ReviewQuery;
  cities: string[];
  groups: PropertyGroup[];
  /** Where the next page begins: of properties, or of one property's reviews when the focus is on that property. */
  next: string | null;
  /** The one property (`?property=`) or review (`?review=`) that the address asks for, if any. */
  focus: { kind: "property" | "review"; id: string } | null;
}

/** Reads what the address of the screen asks for: `q`, `city`, `sort`, and `after`, `property` or `review`. */
export async function loadReviewList(url: URL, database: Database): Promise<ReviewList> {
  const query = parseReviewQuery(url.searchParams);
  const focus = focusOf(url.searchParams);
  // Those reviews live in the visitor's browser, out of the server's reach.
  if (database.kind === "browser") return { query, cities: [], groups: [], next: null, focus };
  try {
    const [page, cities] = await Promise.all([
      readPage(database, query, focus, url.searchParams.get("after")),
      reviewCities(database),
    ]);
    return { query, cities, ...page, focus };
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error;
    // An address that nobody gave out is the visitor's; only what is ours to mend belongs in the log.
    if (error.status === 400) throw data(error.message, { status: 400 });
    console.error(`The reviews could not be read: ${error.message}`);
    throw data(error.message, { status: 503 });
  }
}

async function readPage(
  database: Database,
  query: ReviewQuery,
  focus: ReviewList["focus"],
  after: string | null,
): Promise<GroupPage> {
  switch (focus?.kind) {
    case "property":
      return propertyPage(database, focus.id, query, after);
    case "review": {
      const group = await reviewInContext(database, focus.id);
      return { groups: group ? [group] : [], next: null };
    }
    default:
      return browseProperties(database, query, after);
  }
}

function focusOf(searchParams: URLSearchParams): ReviewList["focus"] {
  for (const kind of ["property", "review"] as const) {
    const id = searchParams.get(kind);
    if (id) return { kind, id };
  }
  return null;
}
