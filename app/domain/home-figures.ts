import { SEVERITIES, TOPICS } from "./enumerations";
import type { HomeFigures, HomeSummary } from "./home";
import { type Question, question, QUESTION_KEYS, type QuestionKey } from "./questions";

/** From so many answers on they are shown together: of two, each would stand for one tenant. (spec 10) */
const MIN_ANSWERS = 3;
/** And so many of the homes of a place, which are many people's. (spec 10) */
export const MIN_ANSWERS_OF_PLACE = 10;
const RATINGS = [1, 2, 3, 4, 5];

/** Topics of fewer reviews would be chance, and more would take a phone's screen. */
const MIN_REVIEWS_OF_TOPIC = 2;
const MAX_TOPICS = 8;

export interface Count {
  key: string;
  label: string;
  count: number;
}

/** So many who gave this answer, of so many who say something. */
export interface Share {
  question: QuestionKey;
  answer: string;
  count: number;
  of: number;
  /** Of them, those who still wait for their deposit; left out where none does. */
  waiting?: number;
}

/** Bars under one heading. */
export interface FigureList {
  title: string;
  section: Question["section"];
  /** What the bars count, where the title does not say it. */
  counts?: string | undefined;
  bars: (Count & { of: number })[];
  /** Each bar is of a question of its own, with its own number of answers. */
  hasOwnTotals: boolean;
}

/** Reviews with one star, with two, … with five. */
export function starCounts(figures: HomeFigures): number[] {
  return RATINGS.map((rating) => figures[`rating:${rating}`] ?? 0);
}

/** Reviews with photos. */
export function photoCount(figures: HomeFigures): number {
  return RATINGS.reduce((sum, rating) => sum + (figures[`photos:${rating}`] ?? 0), 0);
}

/** How many would recommend a home, and how many would not. */
export function recommendCounts(figures: HomeFigures): HomeSummary["recommend"] {
  return { yes: figures["would_recommend:true"] ?? 0, no: figures["would_recommend:false"] ?? 0 };
}

/** How many would recommend a home, of how many who say so; null for fewer than three answers. (spec 10) */
export function recommendShare({ yes, no }: HomeSummary["recommend"]): { yes: number; answers: number } | null {
  const answers = yes + no;
  return answers < MIN_ANSWERS ? null : { yes, answers };
}

/** The answers to a question that say something of a home, in the order of the form. */
export function answerCounts(figures: HomeFigures, key: QuestionKey): Count[] {
  const { answers, saysNothing } = question(key);
  return countsOf(figures, key, answers).filter((count) => !saysNothing?.includes(count.key));
}

/** As `answerCounts`; null for fewer answers, three by default. (spec 10) */
export function answerMix(figures: HomeFigures, key: QuestionKey, minAnswers = MIN_ANSWERS): Count[] | null {
  const mix = answerCounts(figures, key);
  return totalOf(mix) < minAnswers ? null : mix;
}

/** How many got all of the deposit back, of how many who have moved out; null for fewer than three. (spec 10) */
export function depositBack(figures: HomeFigures): Share | null {
  return shareOf(figures, "deposit_back", ["all"]);
}

/**
 * What helps most to decide, at most six figures, each from three answers on: recommended, deposit back, the rent that most pay
 * and (`also`) what most rented, water all day, the first of WELCOMES with enough answers, management within a week. (spec 10)
 */
export function atAGlance(figures: HomeFigures): (Share & { also?: Share })[] {
  const [rent, size] = [mostSay(figures, "rent"), mostSay(figures, "size")];
  return [
    shareOf(figures, "would_recommend", ["true"]),
    depositBack(figures),
    rent && size ? { ...rent, also: size } : (rent ?? size),
    shareOf(figures, "water", ["all_day"]),
    WELCOMES.map((key) => shareOf(figures, key, ["yes"])).find((share) => share !== null) ?? null,
    shareOf(figures, "management_response_time", ["within_week", "1-2_days"]),
  ].filter((share) => share !== null);
}

const WELCOMES = ["bachelors", "couples", "pets", "nonveg", "guests"] as const satisfies QuestionKey[];

/** What a list says of a home: the most frequent kind, and the size and rent of At a glance. (spec 10) */
export function mainFacts(figures: HomeFigures): HomeSummary["facts"] {
  const kind = mostFrequent(answerCounts(figures, "property_type"));
  const [size, rent] = [mostSay(figures, "size"), mostSay(figures, "rent")];
  return {
    ...(kind && { property_type: kind.key }),
    ...(size && { size: size.answer }),
    ...(rent && { rent: rent.answer }),
  };
}

/** All bars, by heading, in the order of the form. Questions with fewer answers, three by default, are left out. (spec 10) */
export function figureLists(figures: HomeFigures, minAnswers = MIN_ANSWERS): FigureList[] {
  const lists = new Map<string, FigureList>();
  for (const key of QUESTION_KEYS) {
    const { figure, section, asks, counts } = question(key);
    const mix = answerMix(figures, key, minAnswers);
    if (figure === null || mix === null) continue;
    const of = totalOf(mix);
    if (typeof figure === "string") {
      const bars = mix.map((count) => ({ ...count, of }));
      lists.set(figure, { title: figure, section, counts, bars, hasOwnTotals: false });
    } else {
      const list = lists.get(figure.in) ?? { title: figure.in, section, bars: [], hasOwnTotals: true };
      list.bars.push({ key, label: asks, count: mix.find((answer) => answer.key === figure.of)?.count ?? 0, of });
      lists.set(figure.in, list);
    }
  }
  return [...lists.values()];
}

/** What several comments talk about, the most frequent first, at most eight, and the one that is chosen. (spec 10) */
export function topicCounts(figures: HomeFigures, chosen: string | null): Count[] {
  return TOPICS.map((key) => ({
    ...{ key, label: key.charAt(0).toUpperCase() + key.slice(1) },
    count: figures[`topic:${key}`] ?? 0,
  }))
    .toSorted((a, b) => b.count - a.count)
    .filter(({ key, count }, place) => key === chosen || (count >= MIN_REVIEWS_OF_TOPIC && place < MAX_TOPICS));
}

/** Reviews with an issue of each severity, the worst first. From the first on: one critical issue is worth knowing. (spec 10) */
export function severityCounts(figures: HomeFigures): Count[] {
  return countsOf(figures, "severity", SEVERITIES).toReversed();
}

/** Reviews by the year in which their tenants moved in, the latest first. */
export function yearCounts(figures: HomeFigures): Count[] {
  return Object.entries(figures)
    .flatMap(([fact, count]) => {
      const key = /^move_in_year:(\d{4})$/.exec(fact)?.[1];
      return key ? [{ key, label: key, count }] : [];
    })
    .toSorted((a, b) => Number(b.key) - Number(a.key));
}

/** The years in which the first and the last of its tenants moved in; null where none says so. (spec 10) */
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

/** "9 of 11" */
export function countOf({ count, of }: { count: number; of: number }): string {
  return `${count.toLocaleString("en-IN")} of ${of.toLocaleString("en-IN")}`;
}

/** "5 still waiting"; null where none does. */
export function waitingText({ waiting }: Share): string | null {
  return waiting === undefined ? null : `${waiting.toLocaleString("en-IN")} still waiting`;
}

export function totalOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** How many gave one of these answers, of those who say something; null for fewer than three. Named by the first. */
export function shareOf(figures: HomeFigures, key: QuestionKey, wanted: string[]): Share | null {
  const counts = answerCounts(figures, key);
  const of = totalOf(counts);
  const count = totalOf(counts.filter((answer) => wanted.includes(answer.key)));
  const waiting = key === "deposit_back" ? counts.find((answer) => answer.key === "waiting")?.count : undefined;
  return of < MIN_ANSWERS ? null : { question: key, answer: wanted[0] ?? "", count, of, ...(waiting && { waiting }) };
}

/** Of equals the first. */
export function mostFrequent(counts: Count[]): Count | undefined {
  return counts.toSorted((a, b) => b.count - a.count)[0];
}

/** As `mostCommon`; null, too, where fewer than half say the same: a rent and a size of few would be taken for one flat. */
function mostSay(figures: HomeFigures, key: QuestionKey): Share | null {
  const share = mostCommon(figures, key);
  return share && 2 * share.count >= share.of ? share : null;
}

/** The answer that most gave; null for fewer than three, and where no two say the same. */
export function mostCommon(figures: HomeFigures, key: QuestionKey): Share | null {
  const first = mostFrequent(answerCounts(figures, key));
  return first && first.count > 1 ? shareOf(figures, key, [first.key]) : null;
}
