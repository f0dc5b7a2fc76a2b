import { SEVERITIES, TOPICS } from "./enumerations";
import type { HomeFigures, HomeSummary } from "./home";
import { type Question, question, QUESTION_KEYS, type QuestionKey } from "./questions";

/** The fewest answers that are shown as a figure. With two, each share would be the answer of one tenant. (spec 10) */
export const MIN_ANSWERS = 3;
/** The same for a place, whose figures combine many homes. (spec 10) */
export const MIN_ANSWERS_OF_PLACE = 10;
const RATINGS = [1, 2, 3, 4, 5];

/** Fewer reviews of a topic are chance; more topics would fill a phone's screen. */
const MIN_REVIEWS_OF_TOPIC = 2;
const MAX_TOPICS = 8;

export interface Count {
  key: string;
  label: string;
  count: number;
}

/** A share: `count` of the `of` answers to a question. */
export interface Share {
  question: QuestionKey;
  answer: string;
  count: number;
  of: number;
  /** How many still wait for their deposit; missing if none does. */
  waiting?: number;
}

/** Bars under one heading. */
export interface FigureList {
  title: string;
  section: Question["section"];
  /** A note on what the bars count, if the title does not say it. */
  counts?: string | undefined;
  bars: (Count & { of: number })[];
  /** Whether each bar is for a separate question, with its own total. */
  hasOwnTotals: boolean;
  /** The key of the answer in the warning tone. */
  worst?: string | undefined;
}

/** Returns the number of reviews with one star, two, … five. */
export function starCounts(figures: HomeFigures): number[] {
  return RATINGS.map((rating) => figures[`rating:${rating}`] ?? 0);
}

/** Returns the number of reviews with photos. */
export function photoCount(figures: HomeFigures): number {
  return RATINGS.reduce((sum, rating) => sum + (figures[`photos:${rating}`] ?? 0), 0);
}

export function recommendCounts(figures: HomeFigures): HomeSummary["recommend"] {
  return { yes: figures["would_recommend:true"] ?? 0, no: figures["would_recommend:false"] ?? 0 };
}

/** Returns how many would recommend a home; null for fewer than three answers. (spec 10) */
export function recommendShare({ yes, no }: HomeSummary["recommend"]): { yes: number; answers: number } | null {
  const answers = yes + no;
  return answers < MIN_ANSWERS ? null : { yes, answers };
}

/** Counts the answers to a question in form order, without those that say nothing about a home. */
export function answerCounts(figures: HomeFigures, key: QuestionKey): Count[] {
  const { answers, saysNothing } = question(key);
  return countsOf(figures, key, answers).filter((count) => !saysNothing?.includes(count.key));
}

/** Returns the same counts as `answerCounts`; null for fewer than `minAnswers` answers. (spec 10) */
export function answerMix(figures: HomeFigures, key: QuestionKey, minAnswers = MIN_ANSWERS): Count[] | null {
  const mix = answerCounts(figures, key);
  return totalOf(mix) < minAnswers ? null : mix;
}

/** Returns how many of those who moved out got the whole deposit back; null for fewer than three. (spec 10) */
export function depositBack(figures: HomeFigures): Share | null {
  return shareOf(figures, "deposit_back", ["all"]);
}

/**
 * Returns at most eight figures of at least three answers each: recommended, deposit back, the most common rent, size and deposit,
 * water all day, the first of WELCOMES with enough answers, answers of the management within a week. (spec 10)
 */
export function atAGlance(figures: HomeFigures): Share[] {
  return [
    shareOf(figures, "would_recommend", ["true"]),
    depositBack(figures),
    mostSay(figures, "rent"),
    mostSay(figures, "size"),
    mostSay(figures, "deposit"),
    shareOf(figures, "water", ["all_day"]),
    WELCOMES.map((key) => shareOf(figures, key, ["yes"])).find((share) => share !== null) ?? null,
    shareOf(figures, "management_response_time", ["within_week", "1-2_days"]),
  ].filter((share) => share !== null);
}

const WELCOMES = ["bachelors", "couples", "pets", "nonveg", "guests"] as const satisfies QuestionKey[];

/** Returns what a list shows of a home: the most frequent kind, and the size and rent of At a glance. (spec 10) */
export function mainFacts(figures: HomeFigures): HomeSummary["facts"] {
  const kind = mostFrequent(answerCounts(figures, "property_type"));
  const [size, rent] = [mostSay(figures, "size"), mostSay(figures, "rent")];
  return {
    ...(kind && { property_type: kind.key }),
    ...(size && { size: size.answer }),
    ...(rent && { rent: rent.answer }),
  };
}

/** Returns the bars by heading, in form order. Leaves out questions with fewer than `minAnswers` answers. (spec 10) */
export function figureLists(figures: HomeFigures, minAnswers = MIN_ANSWERS): FigureList[] {
  const lists = new Map<string, FigureList>();
  for (const key of QUESTION_KEYS) {
    const { figure, section, asks, counts, worst } = question(key);
    const mix = answerMix(figures, key, minAnswers);
    if (figure === null || mix === null) continue;
    const of = totalOf(mix);
    if (typeof figure === "string") {
      const bars = mix.map((count) => ({ ...count, of }));
      lists.set(figure, { title: figure, section, counts, bars, hasOwnTotals: false, worst });
    } else {
      const list = lists.get(figure.in) ?? { title: figure.in, section, bars: [], hasOwnTotals: true };
      list.bars.push({ key, label: asks, count: mix.find((answer) => answer.key === figure.of)?.count ?? 0, of });
      lists.set(figure.in, list);
    }
  }
  return [...lists.values()];
}

/** Returns the most frequent topics, at most eight, and the chosen one. (spec 10) */
export function topicCounts(figures: HomeFigures, chosen: string | null): Count[] {
  return TOPICS.map((key) => ({
    ...{ key, label: key.charAt(0).toUpperCase() + key.slice(1) },
    count: figures[`topic:${key}`] ?? 0,
  }))
    .toSorted((a, b) => b.count - a.count)
    .filter(({ key, count }, place) => key === chosen || (count >= MIN_REVIEWS_OF_TOPIC && place < MAX_TOPICS));
}

/**
 * Counts reviews by the severity of their issues, worst first. Has no minimum, because a single critical issue is worth knowing. (spec 10)
 */
export function severityCounts(figures: HomeFigures): Count[] {
  return countsOf(figures, "severity", SEVERITIES).toReversed();
}

/** Counts reviews by the year of moving in, latest first. */
export function yearCounts(figures: HomeFigures): Count[] {
  return Object.entries(figures)
    .flatMap(([fact, count]) => {
      const key = /^move_in_year:(\d{4})$/.exec(fact)?.[1];
      return key ? [{ key, label: key, count }] : [];
    })
    .toSorted((a, b) => Number(b.key) - Number(a.key));
}

/** The reviews of a home that were published in one year. */
export interface YearOfHome {
  year: number;
  reviews: number;
  /** The average of their stars. */
  score: number;
  /** How many got all of the deposit back; null for fewer than three answers. */
  back: { count: number; of: number } | null;
}

/** Returns the years with at least three reviews, first to last; empty if there is only one. (spec 10) */
export function yearsOfHome(figures: HomeFigures): YearOfHome[] {
  const names = new Set(Object.keys(figures).flatMap((fact) => /^year:(\d{4}):rating/.exec(fact)?.[1] ?? []));
  const years = [...names].toSorted().flatMap((year) => {
    const stars = RATINGS.map((rating) => figures[`year:${year}:rating:${rating}`] ?? 0);
    const reviews = stars.reduce((sum, count) => sum + count, 0);
    const score = stars.reduce((sum, count, index) => sum + count * (index + 1), 0) / reviews;
    const back = countsOf(figures, `year:${year}:back`, question("deposit_back").answers);
    const all = { count: back.find(({ key }) => key === "all")?.count ?? 0, of: totalOf(back) };
    return reviews < MIN_ANSWERS
      ? []
      : [{ year: Number(year), reviews, score, back: all.of < MIN_ANSWERS ? null : all }];
  });
  return years.length > 1 ? years : [];
}

/** Returns the first and last year of moving in; null if no review has a move-in date. (spec 10) */
export function moveInRange(figures: HomeFigures): { first: number; last: number } | null {
  const years = yearCounts(figures).map(({ key }) => Number(key));
  const [last] = years;
  return last === undefined ? null : { first: years.at(-1) ?? last, last };
}

function countsOf(figures: HomeFigures, name: string, labels: Readonly<Record<string, string>>): Count[] {
  return Object.entries(labels)
    .map(([key, label]) => ({ key, label, count: figures[`${name}:${key}`] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** Formats a share as "9 of 11". */
export function countOf({ count, of }: { count: number; of: number }): string {
  return `${count.toLocaleString("en-IN")} of ${of.toLocaleString("en-IN")}`;
}

/** Formats the number of tenants who wait for their deposit as "5 still waiting"; null if none does. */
export function waitingText({ waiting }: Share): string | null {
  return waiting === undefined ? null : `${waiting.toLocaleString("en-IN")} still waiting`;
}

export function totalOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the share of these answers, named by the first of them; null for fewer than three answers. */
export function shareOf(figures: HomeFigures, key: QuestionKey, wanted: string[]): Share | null {
  const counts = answerCounts(figures, key);
  const of = totalOf(counts);
  const count = totalOf(counts.filter((answer) => wanted.includes(answer.key)));
  const waiting = key === "deposit_back" ? counts.find((answer) => answer.key === "waiting")?.count : undefined;
  return of < MIN_ANSWERS ? null : { question: key, answer: wanted[0] ?? "", count, of, ...(waiting && { waiting }) };
}

/** Rents of homes of one size or kind, or of all homes. `middle` is the median. */
export interface Rents {
  label: string;
  bands: Count[];
  middle: string;
  of: number;
}

/**
 * Returns the rents of a place by size, from ten answers each. PGs and flats without such a size count as a whole, and so do all homes if
 * neither has ten answers. (spec 10)
 */
export function rentsBySize({ all, pg, flat }: Record<"all" | "pg" | "flat", HomeFigures>): Rents[] {
  const rents = (label: string, figures: HomeFigures, name = "rent") => {
    const bands = countsOf(figures, name, question("rent").answers);
    const middle = median(bands);
    return middle && totalOf(bands) >= MIN_ANSWERS_OF_PLACE ? [{ label, bands, middle, of: totalOf(bands) }] : [];
  };
  const [rooms, flats] = [true, false].map((isRoom) =>
    Object.entries(question("size").answers)
      .filter(([key]) => ["bed", "room"].includes(key) === isRoom)
      .flatMap(([key, label]) => rents(label, all, `rent_of_${key}`)),
  ) as [Rents[], Rents[]];
  const found = [
    ...(rooms.length > 0 ? rooms : rents("In a PG", pg)),
    ...(flats.length > 0 ? flats : rents("A flat", flat)),
  ];
  return found.length > 0 ? found : rents("All homes", all);
}

/** Returns the median of ordered answers. For an even number the lower one: answers have no mean. */
export function median(counts: readonly Count[]): string | null {
  let left = totalOf(counts) / 2;
  return counts.find(({ count }) => (left -= count) <= 0)?.label ?? null;
}

/** Returns the most frequent answer. Ties: the first wins. */
export function mostFrequent(counts: Count[]): Count | undefined {
  return counts.toSorted((a, b) => b.count - a.count)[0];
}

/**
 * Returns `mostCommon`, or null if fewer than half of the tenants agree. Rent and size are shown side by side: if different tenants
 * gave them, they would look like one flat.
 */
function mostSay(figures: HomeFigures, key: QuestionKey): Share | null {
  const share = mostCommon(figures, key);
  return share && 2 * share.count >= share.of ? share : null;
}

/** Returns the most frequent answer; null for fewer than three answers, or if no two agree. */
export function mostCommon(figures: HomeFigures, key: QuestionKey): Share | null {
  const first = mostFrequent(answerCounts(figures, key));
  return first && first.count > 1 ? shareOf(figures, key, [first.key]) : null;
}
