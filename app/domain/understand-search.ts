import { cityKey, listedCity } from "./cities";
import { fold, joinLetters } from "./fold";
import { slug } from "./home";
import { plainLine } from "./plain-text";
import type { Review } from "./review";
import { MAX_SEARCH_LENGTH } from "./review-query";
import type { Meaning, UnderstoodPart } from "./search";
import table from "./search-words.json";

export interface SearchPart {
  meaning: Meaning;
  /** As in UnderstoodPart. */
  value: string;
  /** The text that a matching review contains; "" for a city and for filters. */
  word: string;
  /** The positions of its first and its last typed word. */
  first: number;
  last: number;
}

/** A folded word. Joined letters can come from several typed words. */
type Token = Pick<SearchPart, "first" | "last"> & { text: string };

/** How many words a phrase can have. */
const LENGTHS = [6, 5, 4, 3, 2, 1];

/** The meaning and the value of each phrase of private.search_words. */
export const SEARCH_WORDS: ReadonlyMap<string, { meaning: Meaning | "equal" | "said"; value: string }> = new Map(
  Object.entries<string>(table.words).map(([words, entry]) => {
    const [meaning, ...value] = entry.split(" ");
    return [words, { meaning: meaning as Meaning | "equal" | "said", value: value.join(" ") }];
  }),
);

/** Returns the words of a search as typed, without commas in numbers and words of symbols only. */
export function typedWords(search: string): string[] {
  const line = Array.from(plainLine(search)).slice(0, MAX_SEARCH_LENGTH).join("");
  const parted = line.replace(/([0-9]),(?=[0-9])/g, "$1").replace(/([^ ,;]{2})[/|+&](?=[^ ,;]{2})/gu, "$1 ");
  const words = parted.split(/[ ,;]+/);
  return words.filter((word) => fold(word) !== "");
}

/**
 * Splits a search into parts with a meaning: from left to right the longest run of words that has one. `city` is the chosen city or "";
 * the reviews tell which homes and localities exist. Must match private.understand in the database. (spec 10)
 */
export function understandSearch(search: string, city: string, reviews: readonly Review[]): SearchPart[] {
  const tokens = tokensOf(typedWords(search));
  const homes = new Set(reviews.map(({ propertyName }) => fold(propertyName)));
  const wantedCity = city || cityOf(tokens, reviews);
  const places = placesOf(wantedCity, reviews);
  const parts: SearchPart[] = [];
  /** The tokens of the last part if it is of a typed word without another meaning. */
  let phraseTokens: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    let run = tokens.slice(at, at + LENGTHS.length);
    let part = understandRun(run, at);
    while (!part && run.length > 1) {
      run = run.slice(0, -1);
      part = understandRun(run, at);
    }
    if (part) phraseTokens = [];
    else {
      const isSameWord = phraseTokens[0]?.first === run[0]?.first && phraseTokens[0]?.last === run[0]?.last;
      if (isSameWord) parts.pop();
      phraseTokens = isSameWord ? [...phraseTokens, ...run] : run;
      part = partOf(phraseTokens, phraseTokens.every(isGeneric) ? "generic" : "word");
    }
    parts.push(part);
    at += run.length;
  }
  return parts;

  function understandRun(run: Token[], at: number): SearchPart | undefined {
    const text = textOf(run);
    const isHome = text.includes(" ") && homes.has(text) && !text.split(" ").every(hasMeaning);
    if (isHome) return partOf(run, "home");
    const rent = rentOf(run);
    if (rent !== undefined) return partOf(run, "rent", rent, "");
    const { meaning, value = "" } = SEARCH_WORDS.get(text) ?? {};
    if (meaning === "topic") return partOf(run, meaning, value, `#${slug(value).toUpperCase()}`);
    if (meaning === "kind" || meaning === "answer") return partOf(run, meaning, value, "");
    // A generic word within a typed word is part of a phrase: "lake-view-road".
    const isTypedWord = tokens[at - 1]?.last !== run[0]?.first && tokens[at + run.length]?.first !== run.at(-1)?.last;
    if ((meaning === "generic" || meaning === "filler") && isTypedWord) return partOf(run, meaning);
    const named = listedCity(text);
    if (named !== null)
      return cityKey(named) === cityKey(wantedCity) ? partOf(run, "city", named, "") : partOf(run, "word");
    const place = places.get(joined(text));
    if (place !== undefined) return partOf(run, "place", place, phrase(fold(place)));
    const shortened = shortenedPlace(text, places);
    if (shortened !== undefined) return partOf(run, "place", shortened);
    return text === typedText(run) ? undefined : partOf(run, "word");
  }
}

/** Returns what the page shows of a search. Generic words and fillers are left out. (spec 10) */
export function understoodParts(search: string, city: string, reviews: readonly Review[]): UnderstoodPart[] {
  const words = typedWords(search);
  const parts = understandSearch(search, city, reviews);
  const textWithout = (isGone: (part: SearchPart) => boolean) => {
    const gone = parts.filter(isGone);
    return words.filter((_, at) => !gone.some(({ first, last }) => first <= at && at <= last)).join(" ");
  };
  return parts
    .filter(({ meaning }) => meaning !== "generic" && meaning !== "filler")
    .map(({ meaning, value, first, last }) => ({
      ...{ meaning, value, typed: words.slice(first, last + 1).join(" ") },
      without: textWithout(
        (other) => other.meaning === "filler" || (other.meaning === meaning && other.value === value),
      ),
    }));
}

function tokensOf(words: readonly string[]): Token[] {
  const parts = words.flatMap((word, at) =>
    fold(word)
      .split(" ")
      .map((text) => ({ text, first: at, last: at })),
  );
  let next = 0;
  return joinLetters(parts.map(({ text }) => text).join(" "))
    .split(" ")
    .filter(Boolean)
    .map((text) => {
      const joinedParts = parts.slice(next, next + (text === parts[next]?.text ? 1 : text.length));
      next += joinedParts.length;
      return { text: equalToken(text), first: joinedParts[0]?.first ?? 0, last: joinedParts.at(-1)?.last ?? 0 };
    });
}

/** "sec 62" is "sector 62". */
function equalToken(text: string): string {
  const known = SEARCH_WORDS.get(text);
  return known?.meaning === "equal" && !known.value.includes(" ") ? known.value : text;
}

/** Returns the city of a search: of several the one whose localities explain the others ("Anand Vihar Delhi"), else the last. */
function cityOf(tokens: readonly Token[], reviews: readonly Review[]): string {
  const runs = tokens.flatMap((_, at) => LENGTHS.map((length) => ({ at, run: tokens.slice(at, at + length) })));
  const cities = runs.flatMap(({ at, run }) => {
    const city = listedCity(textOf(run));
    return city === null ? [] : [{ at, city }];
  });
  const explains = cities.findLast(({ city }) => {
    const places = placesOf(city, reviews);
    const named = runs.filter(({ run }) => {
      const text = textOf(run);
      return joined(text).length >= 3 && (places.has(joined(text)) || shortenedPlace(text, places) !== undefined);
    });
    return cities.some(
      (other) =>
        cityKey(other.city) !== cityKey(city) &&
        named.some(({ at, run }) => at <= other.at && other.at < at + run.length),
    );
  });
  return (explains ?? cities.at(-1))?.city ?? "";
}

/** Returns the localities of a city, or of all, by their names without blanks. */
function placesOf(city: string, reviews: readonly Review[]): ReadonlyMap<string, string> {
  const here = reviews.filter((review) => city === "" || cityKey(review.city) === cityKey(city));
  return new Map(here.map(({ locality }) => [joined(fold(locality)), locality]));
}

/** "hsr" is "HSR Layout", "anna" is "Anna Nagar". */
function shortenedPlace(text: string, places: ReadonlyMap<string, string>): string | undefined {
  if (joined(text).length < 3) return undefined;
  return places.get(`${joined(text)}layout`) ?? places.get(`${joined(text)}nagar`);
}

function typedText(run: readonly Token[]): string {
  return run.map(({ text }) => text).join(" ");
}

/** Returns the words of a run, or those that equal them: "blr" → "bengaluru". */
function textOf(run: readonly Token[]): string {
  const known = SEARCH_WORDS.get(typedText(run));
  return known?.meaning === "equal" ? known.value : typedText(run);
}

function partOf(run: readonly Token[], meaning: Meaning, value = textOf(run), word = phrase(textOf(run))): SearchPart {
  return { meaning, value, word, first: run[0]?.first ?? 0, last: run.at(-1)?.last ?? 0 };
}

/** Marks numbers and single letters at the edges of a phrase as whole words: "12 b" → " 12 b ", which does not match "112 bats". */
function phrase(words: string): string {
  return words.replace(/^([^ ]|[0-9]+) /u, " $1 ").replace(/ ([^ ]|[0-9]+)$/u, " $1 ");
}

function joined(words: string): string {
  return words.replaceAll(" ", "");
}

/** "Ladies PG" is no name, "Veg Street" is one. */
function hasMeaning(word: string): boolean {
  const { meaning = "word" } = SEARCH_WORDS.get(word) ?? {};
  return ["kind", "answer", "topic", "filler"].includes(meaning) || listedCity(word) !== null;
}

function isGeneric({ text }: Token): boolean {
  const { meaning } = SEARCH_WORDS.get(text) ?? {};
  return /^([0-9]+|[a-z])$/.test(text) || meaning === "generic" || meaning === "filler";
}

const AMOUNT = "([0-9]{1,7})(?: (k|thousand|l|lakhs?))?";
const RENT = new RegExp(
  `^((?:(?:under|below|within|upto|up to|less than|max|maximum|budget|rent|rs|inr) )*)${AMOUNT}` +
    `(?:( to)? ${AMOUNT})?( (?:rent|budget|rs|rupees|per month|se kam|ke andar|tak))?$`,
);

/** Returns the rent that a run names: "under 20k" → "0-20000". */
function rentOf(run: readonly Token[]): string | undefined {
  const match = RENT.exec(typedText(run));
  if (!match) return undefined;
  const [, before = "", low, lowUnit, to, high, highUnit, after = ""] = match;
  const isRent = (amount: number) => amount >= 1000 && amount <= 1_000_000;
  if (high === undefined) {
    const amount = Number(low) * factor(lowUnit);
    const isRound = amount >= 3000 && amount <= 200_000 && amount % 500 === 0;
    return isRent(amount) && (before || lowUnit || after || isRound) ? `0-${amount}` : undefined;
  }
  const [from, until] = [Number(low) * factor(lowUnit ?? highUnit), Number(high) * factor(highUnit)];
  const isTypedWord = run.some((token, at) =>
    [token, run[at + 1]].every((one) => one?.first === token.first && /^[0-9]+$/.test(one.text)),
  );
  const isSpan = to || isTypedWord || (lowUnit && highUnit);
  return isSpan && from < until && isRent(from) && isRent(until) ? `${from}-${until}` : undefined;
}

function factor(unit: string | undefined): number {
  if (unit === undefined) return 1;
  return unit.startsWith("l") ? 100_000 : 1000;
}
