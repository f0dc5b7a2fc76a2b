import { isMoreToSweep } from "../embedded/sweeping.ts";
import { placePhotos } from "../photo-moves.ts";
import { type Project, RefusedError } from "./project.ts";

interface Swept {
  photos: number;
  accounts: number;
  sessions: number;
  events: number;
  /** Reviews withdrawn 30 days ago. */
  withdrawn: number;
  /** Follows checked for news. */
  follows: number;
}

/**
 * Runs operator_sweep until nothing is left: deletes expired rows and queues emails about follows, deposits and the desk. Then deletes
 * uploads that no review shows. Returns the counts. Throws {@link RefusedError} if the clock jumped, before anything is deleted, and at the
 * end if photos could not be moved.
 */
export async function sweep(project: Project): Promise<Swept> {
  const total: Swept = { photos: 0, accounts: 0, sessions: 0, events: 0, withdrawn: 0, follows: 0 };
  let swept: Omit<Swept, "photos">;
  do {
    const answer = (await project.call("operator_sweep")) as typeof swept | { clock_jump: string };
    if ("clock_jump" in answer) throw new RefusedError(answer.clock_jump);
    swept = answer;
    for (const [kind, count] of Object.entries(swept)) total[kind as keyof typeof swept] += count;
  } while (isMoreToSweep(swept));
  const failure = await placePhotos(project).then(
    () => null,
    (error: Error) => error,
  );
  total.photos = await project.sweepUploads();
  if (failure) throw new RefusedError(`Everything else is swept. ${failure.message}`, { cause: failure });
  return total;
}
