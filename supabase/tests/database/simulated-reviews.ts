import { QUESTIONS } from "../../../app/domain/questions.ts";
import { pick, type Random, seededRandom } from "../../../bench/random.ts";
import { reviewText } from "../../../bench/words.ts";

// A month of reviews of 20,000 homes, with honest bursts and with rings. Every run with the same seed returns the same.

const START = Date.parse("2026-10-01T00:00:00+05:30");
const DAY_MS = 86_400_000;
export const DAYS = 31;
export const HOMES = 20_000;
/** Reviews since this day have answers and texts. Older ones have only stars and an author. */
const WRITTEN_SINCE = -28;
const HISTORY_DAYS = 240;
const OLD_ACCOUNTS = 10_000;

export interface SimulatedReview {
  home: number;
  /** Days since the start of the month. */
  day: number;
  rating: number;
  /** Null if the account has been erased. */
  account: number | null;
  answers: Answers;
  text: string;
}
/** Reviews of one home that belong together. */
export interface Plant {
  /** A row of the record, and for a lobby the number of earlier reviews of the home. */
  kind: string;
  home: number;
  reviews: SimulatedReview[];
}
type Answers = Record<string, string>;
type Changes = (day: number) => Partial<SimulatedReview>;

/** Stars of homes before a landlord or a rival with 30 old accounts writes, and the stars that these give, each as often as in the list. */
const EARLIER_STARS = {
  "1 to 5": [1, 2, 3, 4, 5],
  "many 5, some 1": [5, 1, 5, 3, 5, 1, 4, 5, 2, 1],
  "1 to 4": [1, 2, 3, 4],
  "mostly 4 and 5": [5, 4, 5, 3, 4, 5, 4, 3, 5, 4],
};
const GIVEN_STARS = { "5": [5], "5 and 4": [5, 4], "5, 4 and 3": [5, 4, 5, 4, 3], "1, 2 and 3": [1, 2, 3] };
export const EARLIER_REVIEWS = [5, 20, 60, 200];
export const LOBBIES = Object.entries(GIVEN_STARS).flatMap(([given, stars]) =>
  Object.entries(EARLIER_STARS)
    .filter(([before]) => before !== (given.startsWith("5") ? "mostly 4 and 5" : "1 to 4"))
    .map(([before, earlier]) => ({ name: `${given} | ${before}`, stars, earlier })),
);

export const dateOf = (day: number) => new Date(START + day * DAY_MS);

const ASKED = Object.entries(QUESTIONS)
  .filter(([, { section }]) => ["money", "living", "rules"].includes(section))
  .map(([key, { answers }]) => [key, Object.keys(answers)] as const);

export function simulate(seed: number) {
  const random = seededRandom(seed);
  const accounts = Array.from({ length: OLD_ACCOUNTS }, () => -30 - 365 * random());
  const homes: { meanStars: number; truth: Answers }[] = [];
  const reviews: SimulatedReview[] = [];
  const plants: Plant[] = [];

  const newHome = (meanStars = 2.2 + 2.4 * random()) => {
    const truth = Object.fromEntries(ASKED.map(([key, answers]) => [key, pick(random, answers)]));
    return homes.push({ meanStars, truth }) - 1;
  };
  const newAccount = (createdOn: number) => accounts.push(createdOn) - 1;
  /** Most tenants sign up to write. Of the others half have written before. */
  const tenant = (day: number, newShare = 0.78) =>
    random() < newShare ? newAccount(day - 0.1 * random() ** 3) : Math.floor(OLD_ACCOUNTS * random());
  const within = (stars: number) => Math.min(5, Math.max(1, Math.round(stars)));
  const starsOf = (home: number) => within((homes[home]?.meanStars ?? 3) + 1.2 * normal(random));
  /** One tenant in five answers nothing. The others answer some questions, mostly truly. */
  const answersOf = (home: number, diligence = random(), agreement = 0.75): Answers => {
    if (diligence < 0.2) return {};
    const given = ASKED.filter(() => random() < diligence);
    const truth = homes[home]?.truth ?? {};
    return Object.fromEntries(
      given.map(([key, all]) => [key, random() < agreement ? (truth[key] ?? "") : pick(random, all)]),
    );
  };
  const written = (home: number, day: number): SimulatedReview => ({
    ...{ home, day, rating: starsOf(home), account: tenant(day), answers: answersOf(home), text: reviewText(random) },
  });
  const history = (home: number, count: number, rating = () => starsOf(home)) => {
    for (let nth = 0; nth < count; nth += 1) {
      const day = WRITTEN_SINCE - HISTORY_DAYS * random();
      const account = Math.floor((OLD_ACCOUNTS / 2) * random());
      reviews.push({ home, day, rating: rating(), account, answers: {}, text: "" });
    }
  };
  const ordinary = (
    home: number,
    perMonth: number,
    from: number,
    changes: () => Partial<SimulatedReview> = () => ({}),
  ) => {
    const count = poisson(random, (perMonth * (DAYS - from)) / 30);
    for (let nth = 0; nth < count; nth += 1)
      reviews.push({ ...written(home, from + (DAYS - from) * random()), ...changes() });
  };
  const plant = (kind: string, home: number, count: number, days: number, changes: Changes) => {
    const first = (DAYS - days) * random();
    const at = Array.from({ length: count }, () => first + days * random()).toSorted((a, b) => a - b);
    const planted = at.map((day) => ({ ...written(home, day), ...changes(day) }));
    reviews.push(...planted);
    plants.push({ kind, home, reviews: planted });
  };
  const times = (count: number, work: (nth: number) => void) => Array.from({ length: count }, (_, nth) => work(nth));

  for (let rank = 1; rank <= HOMES; rank += 1) {
    const home = newHome();
    const perMonth = 60 * rank ** -0.6;
    history(home, poisson(random, (perMonth * HISTORY_DAYS) / 30));
    ordinary(home, perMonth, WRITTEN_SINCE);
  }
  const used = new Set<number>();
  /** Returns a home without a plant, one of the 3,000 with most reviews or of all. */
  const unused = (most: number): number => {
    const home = Math.floor(most * random());
    return used.has(home) ? unused(most) : (used.add(home), home);
  };
  const known = () => unused(3000);
  const any = (nth: number) => unused(nth % 2 ? 3000 : HOMES);

  // Honest bursts.
  times(40, () => {
    plant("new building", newHome(), 15 + 25 * random(), 10 + 18 * random(), (day) => ({
      ...{ rating: pick(random, [3, 4, 4, 5, 5]), account: tenant(day, 0.9) },
    }));
  });
  times(10, () => {
    const home = known();
    plant("news story", home, 12 + 18 * random(), 4, (day) => ({
      ...{ rating: pick(random, [1, 1, 1, 1, 1, 1, 1, 1, 2, 3]), account: tenant(day, 0.9) },
      answers: answersOf(home, random(), 0.85),
    }));
  });
  times(40, () => {
    const home = unused(HOMES);
    const stars = starsOf(home);
    plant("flatmates", home, 4 + 3 * random(), 2, (day) => ({
      ...{ rating: within(stars + pick(random, [-1, 0, 0, 0, 1])), account: tenant(day, 0.95) },
      answers: answersOf(home, random(), 0.9),
    }));
  });

  // Rings of twelve accounts. Networks are not simulated, since nothing stores which reviews share one.
  const fresh = (day: number) => newAccount(day - 0.05 * random());
  const aged = () => newAccount(-10 - 60 * random());
  const praise = () => pick(random, [5, 5, 5, 5, 5, 4]);
  /** One person fills in the form again and again. */
  const alike = (home: number) => {
    const base = Object.entries(answersOf(home, 0.6, 0.5)).map(([key, answer]) => [key, answer] as const);
    return () =>
      Object.fromEntries(
        base
          .filter(() => random() < 0.97)
          .map(([key, answer]) => [
            key,
            random() < 0.95 ? answer : pick(random, ASKED.find(([asked]) => asked === key)?.[1] ?? []),
          ]),
      );
  };
  const reworded = (text: string) =>
    text
      .split(" ")
      .map((word) => (random() < 0.2 ? pick(random, reviewText(random).split(" ")) : word))
      .join(" ");
  const longText = (): string => {
    const text = reviewText(random);
    return text.length < 120 ? `${text} ${longText()}` : text;
  };
  times(20, (nth) => {
    const ring = (kind: string, days: number, account: (day: number) => number | null) => {
      const home = any(nth);
      const answers = alike(home);
      plant(kind, home, 12, days, (day) => ({ rating: praise(), account: account(day), answers: answers() }));
    };
    ring("ring", 3, fresh);
    ring("slow ring", 21, fresh);
    ring("erased accounts", 3, () => null);
    plant("one-star ring", known(), 12, 3, (day) => ({ rating: 1, account: fresh(day), answers: {} }));
    const original = longText();
    plant("copied texts", any(nth), 12, 3, (day) => ({
      ...{ rating: pick(random, [4, 5]), account: fresh(day), text: reworded(original) },
    }));
    plant("careful ring", any(nth), 12, 3, (day) => ({ rating: praise(), account: fresh(day) }));
    plant("well-made ring", any(nth), 12, 3, () => ({ rating: pick(random, [4, 5]), account: aged() }));
  });
  // Landlords and rivals, whose accounts have written about other homes. Half of them take two weeks, half four with twelve reviews.
  for (const { name, stars, earlier } of LOBBIES)
    for (const count of EARLIER_REVIEWS)
      times(4, (nth) => {
        const home = newHome();
        let given = nth;
        const before = () => earlier[given++ % earlier.length] ?? 3;
        history(home, count, before);
        ordinary(home, count / 8, 0, () => ({ rating: pick(random, earlier) }));
        plant(`${name} | ${count}`, home, nth % 2 ? 12 : 30, nth % 2 ? 28 : 14, () => ({
          ...{ rating: pick(random, stars), account: Math.floor((OLD_ACCOUNTS / 2) * random()) },
        }));
      });
  return { homes, accounts, reviews, plants };
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function poisson(random: Random, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let count = 0;
  for (let left = Math.exp(mean) * random(); left > 1; left *= random()) count += 1;
  return count;
}
