import { rememberedFollows, subscribeToFollows } from "~/data/follow-memory";

/**
 * Calls `onChange` with whether the account follows the page at this path, now and at each change in any tab, until the signal
 * aborts. Queries the database if this browser does not remember what the account follows.
 */
export function watchFollow(
  userId: string,
  path: string,
  onChange: (isFollowing: boolean) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const notify = () => onChange(rememberedFollows(userId)?.includes(path) === true);
  signal.addEventListener("abort", subscribeToFollows(notify));
  notify();
  if (rememberedFollows(userId)) return;
  // If the list cannot be loaded, the button offers to follow: following twice is a no-op.
  import("./follow-with-toast").then(({ loadFollows }) => loadFollows(userId)).catch(() => {});
}
