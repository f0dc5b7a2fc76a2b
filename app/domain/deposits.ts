import type { HomeFigures } from "./home";
import { answerMix, type Count, MIN_ANSWERS_OF_PLACE, median, mostFrequent, totalOf } from "./home-figures";
import type { QuestionKey } from "./questions";

/** The answers of a city, for questions with at least ten answers. */
export interface CityFacts {
  city: string;
  /** YYYY-MM-DD */
  refreshedOn: string;
  figures: HomeFigures;
}

/** Deposits of a city. Holds only questions with at least ten answers. */
export interface CityDeposits extends CityFacts {
  /** Ordered by number of answers, largest first. */
  localities: { locality: string; figures: HomeFigures }[];
}

/** The deposits of a place. A value is null if fewer than ten tenants answered. */
export interface DepositSummary {
  /** The median of the months asked for: "2 months". */
  asked: string | null;
  /** How many of the tenants who have moved out (`of`) got the whole deposit back, and all of their answers. */
  back: { count: number; of: number; parts: (Count & { tone: string })[] } | null;
  /** The most common answers to when it came back, and what it was kept for. */
  when: string | null;
  keptFor: string | null;
}

/** The license of the published figures. */
export const LICENSE = "https://creativecommons.org/licenses/by/4.0/";

/** The tones of a StackedBar. */
const TONES: Readonly<Record<string, string>> = { all: "good", part: "fair", none: "bad", waiting: "open" };

export const DEPOSIT_QUESTIONS = [
  "deposit",
  "deposit_back",
  "deposit_when",
  "deposit_kept",
] as const satisfies QuestionKey[];

/** Returns null if neither the deposit asked nor its return has ten answers. (spec 10) */
export function depositSummary(figures: HomeFigures): DepositSummary | null {
  const mix = (key: QuestionKey) => answerMix(figures, key, MIN_ANSWERS_OF_PLACE);
  const [asked, back] = [mix("deposit"), mix("deposit_back")];
  if (asked === null && back === null) return null;
  return {
    asked: asked && median(asked),
    back: back && {
      count: back.find(({ key }) => key === "all")?.count ?? 0,
      of: totalOf(back),
      parts: back.map((part) => ({ ...part, tone: TONES[part.key] ?? "open" })),
    },
    when: mostFrequent(mix("deposit_when") ?? [])?.label ?? null,
    keptFor: mostFrequent(mix("deposit_kept") ?? [])?.label ?? null,
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
    return back ? [{ city, all: back.count, of: back.of }] : [];
  });
  return backs.toSorted((a, b) => b.of - a.of)[0] ?? null;
}
