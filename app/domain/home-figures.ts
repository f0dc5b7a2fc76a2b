import {
  DURATIONS,
  ISSUE_RESOLUTION_STATUSES,
  MANAGEMENT_RESPONSE_TIMES,
  PROPERTY_TYPES,
  SEVERITIES,
} from "./enumerations";
import type { HomeFigures } from "./home";

/** From so many answers on they are shown together: of two, each would stand for one tenant. (spec 10) */
const MIN_ANSWERS = 3;

export interface Count {
  key: string;
  label: string;
  count: number;
}

/** How many would recommend a home, of how many who say so; null for fewer than three answers. (spec 10) */
export function recommendShare({ yes, no }: HomeFigures["recommend"]): { yes: number; answers: number } | null {
  const answers = yes + no;
  return answers < MIN_ANSWERS ? null : { yes, answers };
}

/** How fast the management responds: the mix of answers, null for fewer than three. (spec 10) */
export function responseMix({ responseTimes }: HomeFigures): Count[] | null {
  const { not_sure: _, ...given } = responseTimes;
  return mixOf(given, MANAGEMENT_RESPONSE_TIMES);
}

/** Whether issues were fixed: the mix of answers, null for fewer than three. (spec 10) */
export function resolutionMix({ resolutions }: HomeFigures): Count[] | null {
  return mixOf(resolutions, ISSUE_RESOLUTION_STATUSES);
}

/** How long tenants stayed: the mix of answers, null for fewer than three. (spec 10) */
export function durationMix({ durations }: HomeFigures): Count[] | null {
  return mixOf(durations, DURATIONS);
}

/** Issues by severity, the worst first. Counts, not shares: one critical issue is worth knowing. (spec 10) */
export function severityCounts({ severities }: HomeFigures): Count[] {
  return countsOf(severities, SEVERITIES).toReversed();
}

/** What kinds of rooms and homes the reviews are about, the most frequent first. (spec 10) */
export function propertyTypeCounts({ propertyTypes }: HomeFigures): Count[] {
  return countsOf(propertyTypes, PROPERTY_TYPES).toSorted((a, b) => b.count - a.count);
}

/** The years in which the first and the last of its tenants moved in; null where none says so. (spec 10) */
export function moveInRange({ moveInYears }: HomeFigures): { first: number; last: number } | null {
  const [first] = moveInYears;
  const last = moveInYears.at(-1);
  return first && last ? { first, last } : null;
}

function mixOf<Key extends string>(counts: Partial<Record<Key, number>>, labels: Record<Key, string>): Count[] | null {
  const mix = countsOf(counts, labels);
  return mix.reduce((answers, { count }) => answers + count, 0) < MIN_ANSWERS ? null : mix;
}

/** In the order of the labels; what no review says is left out. */
function countsOf<Key extends string>(counts: Partial<Record<Key, number>>, labels: Record<Key, string>): Count[] {
  return Object.entries<string>(labels)
    .map(([key, label]) => ({ key, label, count: counts[key as Key] ?? 0 }))
    .filter(({ count }) => count > 0);
}
