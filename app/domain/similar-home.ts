import { cityKey } from "./cities";
import { distance } from "./distance";
import { fold } from "./fold";
import { propertyKey } from "./group-reviews";

/** A home as a visitor names it; missing parts are "". */
export interface NamedHome {
  propertyName: string;
  locality: string;
  city: string;
}

/** Words that people add to the name of a house or leave out. */
const COMMON_WORDS = new Set(
  "the apartment apartments apt apts flat flats society soc chs chsl housing building bldg complex residency residences".split(
    " ",
  ),
);

/**
 * Returns the existing home that was probably meant; null if there is none, or if a home with this name, locality and city exists.
 * (spec 10)
 */
export function similarHome(named: NamedHome, homes: readonly NamedHome[]): NamedHome | null {
  if (homes.some((home) => propertyKey(home) === propertyKey(named))) return null;
  return homes.find((home) => isSimilar(named, home)) ?? null;
}

/** Returns a search for similar homes. The search has only distinctive words, because a home must match every word of a search. */
export function distinctiveWords(named: NamedHome): string {
  return ownWords(named, named).join(" ");
}

function isSimilar(named: NamedHome, home: NamedHome): boolean {
  if (named.city !== "" && cityKey(named.city) !== cityKey(home.city)) return false;
  if (!isSameLocality(words(named.locality), words(home.locality))) return false;
  return isSameName(ownWords(named, home), ownWords(home, named));
}

/** Treats "HSR" as "HSR Layout", but not "Sector 5" as "Sector 6". */
function isSameLocality(one: string[], other: string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.every((word) => longer.includes(word)) || isSameName(one, other);
}

/**
 * Returns the words that distinguish a home: its name without the words of both places and without COMMON_WORDS; the whole name if
 * no word is left.
 */
function ownWords(home: NamedHome, other: NamedHome): string[] {
  const all = words(home.propertyName);
  const ofPlace = new Set([home, other].flatMap(({ locality, city }) => [...words(locality), ...words(city)]));
  const own = all.filter((word) => !COMMON_WORDS.has(word) && !ofPlace.has(word));
  return own.length > 0 ? own : all;
}

/**
 * Returns whether two names are probably the same. Numbers and single letters must be equal, because they name towers; in all other
 * words together, one letter in five may differ, at most two.
 */
function isSameName(one: string[], other: string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  const isMark = (word: string) => word.length === 1 || /\p{N}/u.test(word);
  const marks = (list: string[]) => list.filter(isMark).toSorted().join(" ");
  if (marks(one) !== marks(other)) return false;
  if (one.toSorted().join("") === other.toSorted().join("")) return true;
  const [left, right] = [one, other].map((list) => Array.from(list.filter((word) => !isMark(word)).join("")));
  if (!left || !right) return false;
  const tolerance = Math.min(2, Math.floor(Math.min(left.length, right.length) / 5));
  return distance(left, right) <= tolerance;
}

function words(text: string): string[] {
  return fold(text).split(" ").filter(Boolean);
}
