import type { GroupPage } from "~/data/reviews";
import type { PropertyGroup } from "~/domain/property-group";
import { listedCity } from "~/domain/cities";
import { parseReviewQuery, type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { PLACE_FILTERS } from "~/domain/place-query";
import { factOf, QUESTIONS } from "~/domain/questions";
import type { RelaxedSearch, UnderstoodPart } from "~/domain/search";
import { isKeyOf } from "~/domain/enumerations";
import { fold } from "~/domain/fold";
import { isolated } from "~/domain/plain-text";
import { writePath } from "~/domain/write-path";

/** The data of the list page. */
export interface ReviewList {
  /** The query in the URL. */
  query: ReviewQuery;
  /** For a relaxed search: the query of this list, and the notice about it. */
  searched?: ReviewQuery;
  notice?: SearchNotice;
  cities: string[];
  groups: PropertyGroup[];
  /** The cursor of the next page: of properties, or of one property's reviews if the focus is a property. */
  next: string | null;
  /** What the search was understood as, unless all its parts are words: each part with the path of the search without it. */
  understood?: { label: string; path: string }[];
  /** For a list without results. */
  suggestions?: SearchSuggestions;
  /** The article about renting in the city of a search without results. */
  guide?: { title: string; path: string } | null;
  /** The property (`?property=`) or review (`?review=`) in the URL. */
  focus: { kind: "property" | "review"; id: string } | null;
}

/** What to do after a search without results. */
export interface SearchSuggestions extends Required<Pick<GroupPage, "similar" | "place" | "nearby">> {
  /** The path of the form, with what the search names filled in. */
  write: string;
}

/** The source of a list: the database or this browser. */
export interface ReviewSource {
  browseProperties(query: ReviewQuery, after: string | null, isExact: boolean): Promise<GroupPage>;
  propertyPage(propertyId: string, query: ReviewQuery, after: string | null): Promise<GroupPage>;
  reviewInContext(reviewId: string): Promise<PropertyGroup | null>;
  reviewCities(): Promise<string[]>;
}

/**
 * Reads the list for a URL: `q`, `city`, `sort`, `exact`, and `after`, `property` or `review`. Throws the source's error, with status
 * 400 for a forged cursor. The `handle` of the route lists the parameters.
 */
export async function buildReviewList(url: URL, source: ReviewSource): Promise<ReviewList> {
  const asked = parseReviewQuery(url.searchParams);
  // `?city=Bangalore` means Bengaluru; an unlisted city is unchanged.
  const query = { ...asked, city: listedCity(asked.city) ?? asked.city };
  const focus = focusOf(url.searchParams);
  const isExact = url.searchParams.has("exact");
  const after = url.searchParams.get("after") || null;
  const [{ relaxed, understood, similar = [], place = null, nearby = [], ...page }, cities] = await Promise.all([
    readPage(source, query, focus, after, isExact),
    // The first page has the cities, and later pages are mostly added to it.
    after === null ? source.reviewCities() : [],
  ]);
  const searched = relaxed ? { ...query, search: relaxed.search } : query;
  const notice = searchNotice(query, relaxed);
  const parts = understood ?? [];
  return {
    query,
    ...(relaxed && { searched }),
    ...(notice && { notice }),
    ...(parts.some(({ meaning }) => meaning !== "word" && meaning !== "home") && {
      understood: understoodLinks(searched, parts),
    }),
    ...(page.groups.length === 0 &&
      query.search !== "" && { suggestions: { similar, place, nearby, write: pathToWrite(parts, place, query) } }),
    cities,
    ...page,
    focus,
  };
}

/** Returns the path of the form: words are the name of a home, which filters and topics are not. */
function pathToWrite(
  parts: UnderstoodPart[],
  place: SearchSuggestions["place"],
  { search, city }: ReviewQuery,
): string {
  const words = parts.filter(({ meaning }) => meaning === "word" || meaning === "home").map(({ typed }) => typed);
  if (parts.length === 0) words.push(search);
  return writePath({ propertyName: words.join(" "), locality: place?.locality, city: place?.city ?? city });
}

/** Returns each meaning once: "400601 thane west" names one place twice. */
function understoodLinks(query: ReviewQuery, parts: UnderstoodPart[]): { label: string; path: string }[] {
  const withoutByLabel = new Map(parts.map((part) => [labelOf(part), part.without]));
  return [...withoutByLabel].map(([label, search]) => ({
    label,
    path: `/reviews${reviewQueryString({ ...query, search })}`,
  }));
}

/** For traits without a filter, and where the words of a card would not fit. */
const UNDERSTOOD_LABELS: Readonly<Record<string, string>> = {
  "for:anyone": "For women and men",
  "nonveg:no": "Vegetarians only",
  "food:yes": "With food",
  "curfew:none": "No curfew",
  "brokerage:none": "No brokerage",
  "bathroom:attached": "Attached bathroom",
};

/** Returns what a part means: "2 BHK", "under ₹20,000", "Water". */
function labelOf({ meaning, value, typed }: UnderstoodPart): string {
  if (meaning === "word" || meaning === "home") return isolated(typed);
  if (meaning === "rent") {
    const [from, to] = value.split("-").map((rupees) => Number(rupees).toLocaleString("en-IN"));
    return from === "0" ? `under ₹${to}` : `₹${from}–${to}`;
  }
  if (meaning === "city" || meaning === "place") return isolated(value);
  if (meaning === "topic") return value.charAt(0).toUpperCase() + value.slice(1);
  const [key = "", answer = ""] = value.split(":");
  const filters: Readonly<Record<string, { choices: Readonly<Record<string, string>> }>> = PLACE_FILTERS;
  const fact = isKeyOf(QUESTIONS, key) ? factOf(key, answer) : null;
  return UNDERSTOOD_LABELS[value] ?? filters[key]?.choices[answer] ?? fact ?? isolated(typed);
}

async function readPage(
  source: ReviewSource,
  query: ReviewQuery,
  focus: ReviewList["focus"],
  after: string | null,
  isExact: boolean,
): Promise<GroupPage> {
  switch (focus?.kind) {
    case "property":
      return source.propertyPage(focus.id, query, after);
    case "review": {
      const group = await source.reviewInContext(focus.id);
      return { groups: group ? [group] : [], next: null };
    }
    default:
      return source.browseProperties(query, after, isExact);
  }
}

function focusOf(searchParams: URLSearchParams): ReviewList["focus"] {
  for (const kind of ["property", "review"] as const) {
    const id = searchParams.get(kind);
    if (id) return { kind, id };
  }
  return null;
}

/** The notice about a relaxed search. */
interface SearchNotice {
  sentence: string;
  /** For replaced words: a link to the exact search, which ends the sentence. */
  exact?: { path: string; label: string };
}

/** Says which words were left out or replaced, or that there is nothing to search for; null for any other search. (spec 10) */
function searchNotice(query: ReviewQuery, relaxed: RelaxedSearch | undefined): SearchNotice | null {
  if (!relaxed) {
    if (query.search === "" || fold(query.search) !== "") return null;
    const sentence = `There is nothing to search for in ${quoted(query.search)}. Type the name of a home, a locality or a city.`;
    return { sentence };
  }
  const { search, leftOut, isReplaced } = relaxed;
  const showing = `Showing reviews for ${quoted(search)}`;
  const unmatched =
    leftOut.length > 0 ? `No review matches all of this. Left out: ${leftOut.map(quoted).join(", ")}. ` : "";
  if (!isReplaced) return { sentence: `${unmatched}${showing}.` };
  const path = `/reviews${reviewQueryString(query, { exact: "1" })}`;
  return {
    sentence: `${unmatched}${showing}; `,
    exact: { path, label: `search for ${quoted(query.search)} instead` },
  };
}

function quoted(text: string): string {
  return `“${isolated(text)}”`;
}
