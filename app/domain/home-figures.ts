import { SEVERITIES } from "./enumerations";
import type { HomeFigures, HomeSummary } from "./home";
import { question, type QuestionKey } from "./questions";

/** From so many answers on they are shown together: of two, each would stand for one tenant. (spec 10) */
const MIN_ANSWERS = 3;
const RATINGS = [1, 2, 3, 4, 5];

export interface Count {
  key: string;
  label: string;
  count: number;
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

/** As `answerCounts`; null for fewer than three answers. (spec 10) */
export function answerMix(figures: HomeFigures, key: QuestionKey): Count[] | null {
  const mix = answerCounts(figures, key);
  return mix.reduce((sum, { count }) => sum + count, 0) < MIN_ANSWERS ? null : mix;
}

/** Issues by severity, the worst first. Counts, not shares: one critical issue is worth knowing. (spec 10) */
export function severityCounts(figures: HomeFigures): Count[] {
  return countsOf(figures, "severity", SEVERITIES).toReversed();
}

/** The years in which the first and the last of its tenants moved in; null where none says so. (spec 10) */
export function moveInRange(figures: HomeFigures): { first: number; last: number } | null {
  const years = Object.keys(figures).flatMap((fact) => /^move_in_year:(\d{4})$/.exec(fact)?.[1] ?? []);
  return years.length === 0 ? null : { first: Math.min(...years.map(Number)), last: Math.max(...years.map(Number)) };
}

function countsOf(figures: HomeFigures, name: string, labels: Readonly<Record<string, string>>): Count[] {
  return Object.entries(labels)
    .map(([key, label]) => ({ key, label, count: figures[`${name}:${key}`] ?? 0 }))
    .filter(({ count }) => count > 0);
}
