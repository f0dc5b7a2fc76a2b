import type { Project } from "./project.ts";
import type { Swept } from "./wording.ts";

/** As private.sweep() deletes at once. */
const ACCOUNTS_AT_ONCE = 100;

/** Deletes what has expired in the database, then uploads that no review shows. Resolves to how much of each. */
export async function sweep(project: Project): Promise<Swept> {
  const total: Swept = { photos: 0, reports: 0, accounts: 0, sessions: 0, events: 0 };
  let swept: Omit<Swept, "photos">;
  do {
    swept = (await project.call("operator_sweep")) as typeof swept;
    for (const [kind, count] of Object.entries(swept)) total[kind as keyof typeof swept] += count;
  } while (swept.accounts === ACCOUNTS_AT_ONCE);
  total.photos = await project.sweepUploads();
  return total;
}
