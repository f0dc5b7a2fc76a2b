import type { HomeFigures } from "./home";
import { answerMix, type Count, MIN_ANSWERS_OF_PLACE, mostFrequent, totalOf } from "./home-figures";
import type { QuestionKey } from "./questions";

/** Deposits of a city. Holds only questions with at least ten answers. */
export interface CityDeposits {
  city: string;
  /** YYYY-MM-DD */
  refreshedOn: string;
  figures: HomeFigures;
  /** Ordered by number of answers, largest first. */
  localities: { locality: string; figures: HomeFigures }[];
}

/** A row of the table. A value is null if fewer than ten tenants answered. */
export interface DepositSummary {
  /** The median of the months asked for: "2 months". */
  asked: string | null;
  /** How many of the tenants who have moved out (`of`) got all, part or none of the deposit back, or still wait for it. */
  back: { all: number; part: number; none: number; waiting: number; of: number } | null;
  /** The most common answers to when it came back, and what it was kept for. */
  when: string | null;
  keptFor: string | null;
  /** The larger of two numbers of answers: to the deposit asked, and to the deposit back. */
  answers: number;
}

export const DEPOSIT_QUESTIONS = [
  "deposit",
  "deposit_back",
  "deposit_when",
  "deposit_kept",
] as const satisfies QuestionKey[];

/** Returns null if neither the deposit asked nor its return has ten answers. (spec 10) */
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

/** How many tenants of a city got the whole deposit back, of all who have moved out. */
export interface CityBack {
  city: string;
  all: number;
  of: number;
}

/** Returns the city with the most answers to whether the deposit came back; null if none has ten. (spec 10) */
export function mostAnsweredBack(cities: readonly Pick<CityDeposits, "city" | "figures">[]): CityBack | null {
  const backs = cities.flatMap(({ city, figures }) => {
    const back = depositSummary(figures)?.back;
    return back ? [{ city, all: back.all, of: back.of }] : [];
  });
  return backs.toSorted((a, b) => b.of - a.of)[0] ?? null;
}

/** Returns the median of ordered answers. For an even number the lower one: answers have no mean. */
function middle(counts: Count[]): string | null {
  let left = totalOf(counts) / 2;
  return counts.find(({ count }) => (left -= count) <= 0)?.label ?? null;
}
