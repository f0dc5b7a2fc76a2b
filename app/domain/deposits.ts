import type { HomeFigures } from "./home";
import { answerMix, type Count, MIN_ANSWERS_OF_PLACE, mostFrequent, totalOf } from "./home-figures";
import type { QuestionKey } from "./questions";

/** What became of the deposits of a city; only of questions with ten answers or more. */
export interface CityDeposits {
  city: string;
  /** YYYY-MM-DD */
  refreshedOn: string;
  figures: HomeFigures;
  /** The most answers first. */
  localities: { locality: string; figures: HomeFigures }[];
}

/** What a row of the table says. Null where fewer than ten answered. */
export interface DepositSummary {
  /** How many months were asked of the one in the middle: "2 months". */
  asked: string | null;
  /** Of everybody who has moved out. */
  back: { all: number; part: number; none: number; waiting: number; of: number } | null;
  /** What most say of when it came back, and for what it was kept. */
  when: string | null;
  keptFor: string | null;
  /** To the question that most have answered. */
  answers: number;
}

export const DEPOSIT_QUESTIONS = [
  "deposit",
  "deposit_back",
  "deposit_when",
  "deposit_kept",
] as const satisfies QuestionKey[];

/** Null where neither what was asked nor what came back has ten answers. (spec 10) */
export function depositSummary(figures: HomeFigures): DepositSummary | null {
  const [asked, back] = [
    answerMix(figures, "deposit", MIN_ANSWERS_OF_PLACE),
    answerMix(figures, "deposit_back", MIN_ANSWERS_OF_PLACE),
  ];
  if (asked === null && back === null) return null;
  const countOf = (key: string) => back?.find((count) => count.key === key)?.count ?? 0;
  return {
    asked: asked && middle(asked),
    back: back && {
      ...{ all: countOf("all"), part: countOf("part"), none: countOf("none"), waiting: countOf("waiting") },
      of: totalOf(back),
    },
    when: mostFrequent(answerMix(figures, "deposit_when", MIN_ANSWERS_OF_PLACE) ?? [])?.label ?? null,
    keptFor: mostFrequent(answerMix(figures, "deposit_kept", MIN_ANSWERS_OF_PLACE) ?? [])?.label ?? null,
    answers: Math.max(totalOf(asked ?? []), totalOf(back ?? [])),
  };
}

/** The median of answers in their order; of an even number the lower one, since answers have no mean. */
function middle(counts: Count[]): string | null {
  let left = totalOf(counts) / 2;
  return counts.find(({ count }) => (left -= count) <= 0)?.label ?? null;
}
