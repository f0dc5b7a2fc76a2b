import { cityKey } from "./cities";
import { distance } from "./distance";
import { fold } from "./fold";
import { propertyKey } from "./group-reviews";

/** A home as a visitor names it; "" for what is not said. */
export interface NamedHome {
  propertyName: string;
  locality: string;
  city: string;
}

/** What people add to the name of a house, or leave out. */
const COMMON_WORDS = new Set(
  "the apartment apartments apt apts flat flats society soc chs chsl housing building bldg complex residency residences".split(
    " ",
  ),
);

/**
 * Of the homes that exist, the one that is probably meant although its name is spelt otherwise; null where there is none, or
 * one with just this name. (spec 10)
 */
export function similarHome(named: NamedHome, homes: readonly NamedHome[]): NamedHome | null {
  if (homes.some((home) => propertyKey(home) === propertyKey(named))) return null;
  return homes.find((home) => isSimilar(named, home)) ?? null;
}

/** What to search for to find similar homes: every word of a search must fit. */
export function tellingWords(named: NamedHome): string {
  return ownWords(named, named).join(" ");
}

function isSimilar(named: NamedHome, home: NamedHome): boolean {
  if (named.city !== "" && cityKey(named.city) !== cityKey(home.city)) return false;
  if (!isSameLocality(words(named.locality), words(home.locality))) return false;
  return isSameName(ownWords(named, home), ownWords(home, named));
}

/** "HSR" is taken for "HSR Layout", and "Sector 5" not for "Sector 6". */
function isSameLocality(one: string[], other: string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.every((word) => longer.includes(word)) || isSameName(one, other);
}

/** The words that tell a home from others: without those of its place and those that every house may have. */
function ownWords(home: NamedHome, other: NamedHome): string[] {
  const all = words(home.propertyName);
  const ofPlace = new Set([home, other].flatMap(({ locality, city }) => [...words(locality), ...words(city)]));
  const own = all.filter((word) => !COMMON_WORDS.has(word) && !ofPlace.has(word));
  return own.length > 0 ? own : all;
}

/** Numbers and single letters tell towers apart; in the rest, one letter in five may differ, but no more than two. */
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
