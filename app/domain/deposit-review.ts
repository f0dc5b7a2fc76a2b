import type { Companion, DeductionReason, LetterFields } from "./deposit-companion";
import { readAmount } from "./deposit-letter";
import type { Answers } from "./questions";

/** The answers that the deposit companion fills into the form of a review. */
export interface ReviewStart {
  city: string;
  /** YYYY-MM-01, or "". */
  moveInDate: string;
  answers: Answers;
}

/** The answers to "deposit" in questions.ts, by the largest number of months. */
const MONTHS: readonly [number, string][] = [
  [0, "none"],
  [1, "1_month"],
  [2, "2_months"],
  [3, "3_months"],
  [6, "4_6_months"],
  [10, "7_10_months"],
  [Infinity, "more"],
];

/** Returns what the companion's notes answer of a review, and nothing else: no name, address, note or amount. (spec 12) */
export function reviewStart({ kind, city, facts }: Companion, today: string): ReviewStart {
  const isMovedIn = /^\d{4}-\d\d-\d\d$/.test(facts.movedIn) && facts.movedIn <= today;
  const back = depositBack(facts, today);
  const keptFor = back === "part" || back === "none" ? largestDeduction(facts) : null;
  const months = depositMonths(facts);
  return {
    city,
    moveInDate: isMovedIn ? `${facts.movedIn.slice(0, 7)}-01` : "",
    answers: {
      ...(kind === "pg" && { property_type: "PG / Hostel" }),
      ...(months && { deposit: months }),
      ...(back && { deposit_back: back }),
      ...(keptFor && { deposit_kept: keptFor }),
    },
  };
}

function depositMonths({ rent, deposit }: LetterFields): string | null {
  const [monthly, paid] = [readAmount(rent), readAmount(deposit)];
  if (!monthly || paid === null) return null;
  const months = paid === 0 ? 0 : Math.max(1, Math.round(paid / monthly));
  return MONTHS.find(([most]) => months <= most)?.[1] ?? null;
}

/** Returns null before the tenant has moved out, and without the amounts. */
function depositBack({ deposit, returned, deductions, movedOut }: LetterFields, today: string): string | null {
  const paid = readAmount(deposit);
  if (!paid || movedOut === "" || movedOut > today) return null;
  const back = returned.trim() === "" ? 0 : readAmount(returned);
  if (back === null) return null;
  if (back >= paid) return "all";
  if (back > 0) return "part";
  const kept = deductions.reduce((sum, { amount }) => sum + (readAmount(amount) ?? 0), 0);
  return kept >= paid ? "none" : "waiting";
}

function largestDeduction({ deductions }: LetterFields): DeductionReason | null {
  const [largest] = deductions
    .filter(({ amount }) => readAmount(amount))
    .toSorted((a, b) => (readAmount(b.amount) ?? 0) - (readAmount(a.amount) ?? 0));
  return largest?.reason ?? null;
}
