import { randomUUID } from "node:crypto";
import { pick, seededRandom } from "./random.ts";
import { DEVANAGARI, drawHome, LATIN, REVIEWS_PER_RARE_WORD, reviewText } from "./words.ts";

const DAY_MS = 86_400_000;
const INDIA_MS = 5.5 * 3_600_000;
const SIX_YEARS_MS = 6 * 365 * DAY_MS;

/** Returns confirmed accounts, seven for ten reviews: most tenants write one review. */
export function syntheticAccounts(reviewCount: number, now: Date) {
  return Array.from({ length: Math.ceil(0.7 * reviewCount) }, (_, number) => ({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    email: `tenant.${number}@example.com`,
    email_confirmed_at: now,
  }));
}

/**
 * Yields rows of public.reviews with the names of their photos, oldest first. Each run yields the same rows, except for ids and for
 * dates, which are relative to `now`. Answers are from the samples. Each rare word is in the same number of reviews, evenly
 * distributed; the reviews of a home are distributed at random.
 */
export function* syntheticReviews(
  reviewCount: number,
  samples: readonly object[],
  now: Date,
  shares = { photoShare: 0.15, hiddenShare: 0.002 },
) {
  const random = seededRandom(2);
  const sizes = homeSizes(reviewCount);
  const homes = differentHomes(sizes.length);
  const unwritten = sizes.flatMap((size, home) => Array.from({ length: size }, () => homes[home]));
  const accounts = syntheticAccounts(reviewCount, now);
  const rareWords = Array.from({ length: REVIEWS_PER_RARE_WORD }, () => [...LATIN.rare, ...DEVANAGARI.rare]).flat();
  for (let number = 0, rareNumber = 0; number < reviewCount; number += 1) {
    const drawn = Math.floor(random() * unwritten.length);
    const home = unwritten[drawn];
    unwritten[drawn] = unwritten.at(-1);
    unwritten.pop();
    const isRare = number >= ((rareNumber + 0.5) * reviewCount) / rareWords.length;
    const createdAt = now.getTime() - SIX_YEARS_MS * (1 - (number + 0.9) / reviewCount) ** 1.5;
    const account = pick(random, accounts);
    const signature = random();
    const hidden_at =
      random() < shares.hiddenShare ? new Date(createdAt + random() * (now.getTime() - createdAt)) : null;
    // The form names photos by the start of the day in India.
    const startOfDay = Math.floor((createdAt + INDIA_MS) / DAY_MS) * DAY_MS - INDIA_MS;
    const photoCount = random() < shares.photoShare ? 1 + Math.floor(3 * random() ** 2) : 0;
    const photos = Array.from({ length: photoCount }, (_, photo) => {
      return `public/${startOfDay}-${String(number).padStart(11, "0")}${photo}.jpg`;
    });
    const row = {
      ...pick(random, samples),
      id: randomUUID(),
      ...home,
      review_text: reviewText(random, isRare ? rareWords[rareNumber] : undefined),
      user_id: account.id,
      // Seven in ten are signed.
      email: signature < 0.7 ? account.email : null,
      created_at: new Date(createdAt),
      hidden_at,
    };
    if (isRare) rareNumber += 1;
    yield { row, photos };
  }
}

function differentHomes(count: number) {
  const random = seededRandom(1);
  const homes = new Map<string, ReturnType<typeof drawHome>>();
  while (homes.size < count) {
    const home = drawHome(random);
    homes.set(Object.values(home).join("\n"), home);
  }
  return [...homes.values()];
}

/**
 * Returns the number of reviews of each home, by Zipf's law: the largest home has 3 % of all, the nth an nth part of that. Homes
 * with one or two reviews have the rest.
 */
function homeSizes(reviewCount: number): number[] {
  const sizes: number[] = [];
  let left = reviewCount;
  for (let place = 1; left > 0; place += 1) {
    const ranked = Math.floor((reviewCount * 0.03) / place);
    const size = Math.min(left, ranked >= 3 ? ranked : sizes.length % 3 === 0 ? 2 : 1);
    sizes.push(size);
    left -= size;
  }
  return sizes;
}
