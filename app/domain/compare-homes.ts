import { type Home, type HomeFigures, MAX_COMPARED } from "./home";
import { countOf, mostCommon, shareOf, waitingText } from "./home-figures";
import { averageRating } from "./property-group";
import { question, QUESTION_KEYS, type QuestionKey } from "./questions";

/** The smallest lead that makes a home better, or worse: a share of answers, and a number of stars. */
const LEAD = { share: 0.1, stars: 0.5 };

/** The rows of a comparison, and the labels of questions that no home has enough answers to. */
export interface Comparison {
  /** First those in which each home has a value, each part in form order. */
  rows: ComparedRow[];
  unanswered: string[];
}

/** A row of the comparison, with a cell for each home. */
interface ComparedRow {
  label: string;
  cells: ComparedCell[];
}

interface ComparedCell {
  /** Null if too few tenants answered, or if no two agree. */
  text: string | null;
  detail?: string;
  /** Set for the home that leads all others, and for the one that trails them: see `leader`. */
  mark?: "better" | "worse";
}

/**
 * The good answers of a question. For other questions the comparison shows the share of the answer that their `figure` names, or
 * the most common answer.
 */
const GOOD: Partial<Record<QuestionKey, { label: string; answers: string[] }>> = {
  would_recommend: { label: "Would recommend", answers: ["true"] },
  deposit_back: { label: "Deposit back in full", answers: ["all"] },
  water: { label: "Water all day", answers: ["all_day"] },
  power: { label: "Power backup for all", answers: ["all"] },
  noise: { label: "Quiet", answers: ["quiet"] },
  damp: { label: "No damp", answers: ["none"] },
  safety: { label: "Safe at night", answers: ["safe"] },
  internet: { label: "Fibre internet", answers: ["fibre"] },
  food: { label: "Good food", answers: ["good"] },
  issue_resolution_status: { label: "All issues fixed", answers: ["all_fixed"] },
  management_response_time: { label: "Heard back in a week", answers: ["within_week", "1-2_days"] },
};

/** Returns the short ids in ?homes=: eight hexadecimal digits each, without duplicates, at most MAX_COMPARED. */
export function comparedIds(params: URLSearchParams): string[] {
  const ids = (params.get("homes") ?? "").toLowerCase().split(/[^\da-z]+/);
  return [...new Set(ids.filter((id) => /^[\da-f]{8}$/.test(id)))].slice(0, MAX_COMPARED);
}

/** Compares homes question by question. (spec 10) */
export function compareHomes(homes: readonly Home[]): Comparison {
  const marks = marksOf(
    homes.map(({ totalRating, count }) => ({ value: totalRating, of: count, lowest: 1, highest: 5 })),
    LEAD.stars,
  );
  const score = homes.map((home, index) => ({
    text: averageRating(home),
    detail: home.count === 1 ? "1 review" : `${home.count.toLocaleString("en-IN")} reviews`,
    ...marks[index],
  }));
  const asked = QUESTION_KEYS.filter((key) => question(key).figure !== null).map((key) =>
    rowOf(
      key,
      homes.map(({ figures }) => figures),
    ),
  );
  const given = ({ cells }: ComparedRow) => cells.filter(({ text }) => text !== null).length;
  return {
    rows: [
      { label: "Score out of 5", cells: score },
      ...asked.filter((row) => given(row) === homes.length),
      ...asked.filter((row) => given(row) > 0 && given(row) < homes.length),
    ],
    unanswered: asked.filter((row) => given(row) === 0).map(({ label }) => label),
  };
}

function rowOf(key: QuestionKey, figures: readonly HomeFigures[]): ComparedRow {
  const { asks, figure, answers } = question(key);
  const good =
    GOOD[key] ?? (typeof figure === "object" && figure ? { label: `${asks} welcome`, answers: [figure.of] } : null);
  if (good) {
    const shares = figures.map((of) => shareOf(of, key, good.answers));
    const marks = marksOf(
      shares.map((share) => share && { value: share.count, of: share.of, lowest: 0, highest: 1 }),
      LEAD.share,
    );
    return {
      label: good.label,
      cells: shares.map((share, index) => {
        const detail = share && waitingText(share);
        return { text: share && countOf(share), ...(detail && { detail }), ...marks[index] };
      }),
    };
  }
  const cells = figures.map((of) => {
    const share = mostCommon(of, key);
    return { text: share && (answers[share.answer] ?? null), ...(share && { detail: countOf(share) }) };
  });
  return { label: typeof figure === "string" ? figure : asks, cells };
}

interface Mean {
  value: number;
  of: number;
  lowest: number;
  highest: number;
}

/** Returns the mark of each home: the leader is better, and the leader of the reversed values is worse. */
function marksOf(means: (Mean | null)[], lead: number): Pick<ComparedCell, "mark">[] {
  const reversed = means.map((mean) => mean && { ...mean, value: (mean.lowest + mean.highest) * mean.of - mean.value });
  const [best, worst] = [leader(means, lead), leader(reversed, lead)];
  return means.map((_, index) => (index === best ? { mark: "better" } : index === worst ? { mark: "worse" } : {}));
}

/**
 * Returns the index of the home that leads every other home by at least `lead`, and that would stay ahead after one more worst answer for
 * itself and one more best answer for the other home. Null if there is none, or if fewer than two homes have a value. (spec 10)
 */
function leader(means: (Mean | null)[], lead: number): number | null {
  const given = means
    .flatMap((mean, index) => (mean && mean.of > 0 ? [{ ...mean, index }] : []))
    .toSorted((a, b) => b.value / b.of - a.value / a.of);
  const [first, ...others] = given;
  if (!first || others.length === 0) return null;
  const isClear = others.every(
    (other) =>
      first.value / first.of - other.value / other.of >= lead &&
      (first.value + first.lowest) / (first.of + 1) > (other.value + other.highest) / (other.of + 1),
  );
  return isClear ? first.index : null;
}
