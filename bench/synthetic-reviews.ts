import { type Home, homeMaker, homeSizes } from "./homes.ts";
import { below, normal, pick, type Random, randomId, seededRandom, shuffle, weightedPicker } from "./random.ts";
import {
  COMMON_WORD_SENTENCES,
  COMMON_WORD_SHARE,
  filled,
  invented,
  RARE_SENTENCE,
  RARE_WORDS,
  REVIEWS_PER_RARE_WORD,
  SENTENCES,
  slotted,
} from "./words.ts";

const DAY = 86_400_000;
const YEARS = 6;

const VERIFIED_SHARE = 0.15;
/** Accounts for each review: most tenants write one. */
const ACCOUNTS_PER_REVIEW = 0.7;
const HIDDEN_SHARE = 0.002;

/** Limits of the length of a text in characters, and what half of them aim at: they are then as long as the sample reviews. */
export const SHORTEST_TEXT = 20;
export const LONGEST_TEXT = 1_500;
const MEDIAN_TEXT = 70;
const TWO_PARAGRAPHS = 600;

/** A review as it is stored, and its author. */
export interface SyntheticReview {
  id: string;
  home: number;
  rating: number;
  text: string;
  verified: boolean;
  /** Numbers of photos. */
  photos: number[];
  createdAt: Date;
  hiddenAt: Date | null;
  account: number;
  email: string | null;
  isOwnEmail: boolean;
  propertyType: string | null;
  moveInDate: string | null;
  duration: string | null;
  wouldRecommend: boolean | null;
  moveOutIntent: boolean | null;
  issues: { id: string; description: string; severity?: string }[] | null;
  howIssuesReported: string | null;
  issueResolutionStatus: string | null;
  managementResponseTime: string | null;
}

export interface Account {
  id: string;
  email: string;
}

export interface SyntheticData {
  homes: { id: string; home: Home }[];
  accounts: Account[];
  /** From the oldest to the newest, as a site that grows would have stored them. */
  reviews(): Generator<SyntheticReview>;
}

// The closed lists of app/domain/enumerations.ts, whose keys a test compares with these.
export const STORED_KEYS = {
  propertyType: [
    ["Apartment", 60],
    ["PG / Hostel", 18],
    ["Independent House", 12],
    ["Villa", 3],
    ["Shared Room", 7],
  ],
  duration: [
    ["Less than 6 months", 18],
    ["6–12 months", 27],
    ["1–2 years", 33],
    ["More than 2 years", 22],
  ],
  severity: [
    ["Minor", 35],
    ["Moderate", 35],
    ["Major", 22],
    ["Critical", 8],
  ],
  howIssuesReported: [
    ["in_person", 30],
    ["phone_email", 40],
    ["app_portal", 12],
    ["did_not_report", 10],
    ["na", 8],
  ],
  issueResolutionStatus: [
    ["all_fixed", 25],
    ["some_fixed", 30],
    ["none_fixed", 25],
    ["waiting", 10],
    ["na", 10],
  ],
  managementResponseTime: [
    ["1-2_days", 25],
    ["within_week", 30],
    ["more_than_week", 18],
    ["rarely_responds", 17],
    ["not_sure", 10],
  ],
} as const;

const ISSUES = [
  "Damp on the {room} wall",
  "{Thing} is {bad}",
  "{Thing} {bad} since {month}",
  "Power cuts of {hours} hours",
  "Noise from {place}",
  "No receipt for {rupees}",
  "Cockroaches in the {room}",
  "{Person} does not answer",
  "Nil",
].map(slotted);

/** The same reviews at every run, but for their dates: the newest was written just before `now`. */
export function syntheticReviews(reviewCount: number, photoCount: number, now: Date, seed = 20_261_121): SyntheticData {
  const random = seededRandom(seed);
  const sizes = homeSizes(reviewCount);
  const makeHome = homeMaker(random);
  const homes = sizes.map(() => ({ id: randomId(random), home: makeHome() }));
  const accounts = Array.from({ length: Math.ceil(reviewCount * ACCOUNTS_PER_REVIEW) }, (_, index) => ({
    id: randomId(random),
    email: `${invented(random)}.${invented(random)}${index}@example.com`.toLowerCase(),
  }));
  const homeOf = new Int32Array(reviewCount);
  let filledUpTo = 0;
  for (const [index, size] of sizes.entries()) homeOf.fill(index, filledUpTo, (filledUpTo += size));
  shuffle(random, homeOf);

  const rareWords = rareWordPlaces(reviewCount);
  const write = textWriter(random);
  const choose = Object.fromEntries(
    Object.entries(STORED_KEYS).map(([name, weights]) => [name, weightedPicker<string>(weights)]),
  ) as Record<keyof typeof STORED_KEYS, (random: Random) => string>;
  const chosen = (name: keyof typeof STORED_KEYS, share: number) => (random() < share ? choose[name](random) : null);

  function review(index: number): SyntheticReview {
    const age = YEARS * 365.25 * DAY * (1 - (index + 0.9) / reviewCount) ** 1.5;
    const createdAt = new Date(now.getTime() - age - 1_000);
    const account = below(random, accounts.length);
    const signature = random();
    const rating = 1 + Math.floor(5 * random() ** 0.75);
    const verified = random() < VERIFIED_SHARE;
    return {
      id: randomId(random),
      home: homeOf[index] ?? 0,
      rating,
      text: write(rareWords.get(index)),
      verified,
      photos: verified ? somePhotos(random, photoCount) : [],
      createdAt,
      hiddenAt: random() < HIDDEN_SHARE ? new Date(Math.min(createdAt.getTime() + 9 * DAY, now.getTime())) : null,
      account,
      email:
        signature < 0.65 ? (accounts[account]?.email ?? null) : signature < 0.7 ? `tenant.${index}@example.in` : null,
      isOwnEmail: signature < 0.65,
      propertyType: chosen("propertyType", 0.95),
      moveInDate: random() < 0.6 ? dayBefore(createdAt, 30 + below(random, 900)) : null,
      duration: chosen("duration", 0.85),
      wouldRecommend: random() < 0.75 ? rating > 3 : null,
      moveOutIntent: random() < 0.6 ? rating < 3 : null,
      issues: random() < 0.6 ? issues() : null,
      howIssuesReported: chosen("howIssuesReported", 0.7),
      issueResolutionStatus: chosen("issueResolutionStatus", 0.7),
      managementResponseTime: chosen("managementResponseTime", 0.8),
    };
  }

  function issues() {
    return Array.from({ length: 1 + below(random, 3) }, (_, index) => {
      const severity = chosen("severity", 0.8);
      return {
        id: String(index + 1),
        description: filled(pick(random, ISSUES), random),
        ...(severity && { severity }),
      };
    });
  }

  return {
    homes,
    accounts,
    *reviews() {
      for (let index = 0; index < reviewCount; index += 1) yield review(index);
    },
  };
}

/** Which reviews hold which rare word: ten for each, spread over all. */
function rareWordPlaces(reviewCount: number): Map<number, string> {
  const places = RARE_WORDS.length * REVIEWS_PER_RARE_WORD;
  return new Map(
    Array.from({ length: places }, (_, place) => [
      Math.floor(((place + 0.5) * reviewCount) / places),
      RARE_WORDS[place % RARE_WORDS.length] ?? "",
    ]),
  );
}

function textWriter(random: Random): (rareWord: string | undefined) => string {
  const common = COMMON_WORD_SENTENCES.map(slotted);
  const ordinary = SENTENCES.map(slotted);
  return (rareWord) => {
    const wanted = Math.max(SHORTEST_TEXT, Math.min(MEDIAN_TEXT * Math.exp(0.85 * normal(random)), LONGEST_TEXT));
    const sentences: string[] = [];
    if (rareWord) sentences.push(RARE_SENTENCE.replace("{rare}", rareWord));
    if (random() < COMMON_WORD_SHARE) sentences.push(filled(pick(random, common), random));
    let length = sentences.join(" ").length;
    while (length < wanted) {
      const sentence = filled(pick(random, ordinary), random);
      length += 1 + sentence.length;
      if (length >= LONGEST_TEXT) break;
      sentences.splice(below(random, sentences.length + 1), 0, sentence);
    }
    const middle = sentences.length >> 1;
    return length > TWO_PARAGRAPHS
      ? `${sentences.slice(0, middle).join(" ")}\n\n${sentences.slice(middle).join(" ")}`
      : sentences.join(" ");
  };
}

function somePhotos(random: Random, photoCount: number): number[] {
  const first = below(random, photoCount);
  const count = random() < 0.7 ? 1 : random() < 0.7 ? 2 : 3;
  return Array.from({ length: count }, (_, index) => (first + index) % photoCount);
}

function dayBefore(date: Date, days: number): string {
  return new Date(date.getTime() - days * DAY).toISOString().slice(0, 10);
}
