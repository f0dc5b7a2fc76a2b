import { rememberedFollows, subscribeToFollows } from "~/data/follow-memory";

/**
 * Calls back with whether the account follows the page at this path, now and at each change in any tab, until the signal aborts.
 * Asks the database if this browser does not remember what the account follows.
 */
export function watchFollow(
  userId: string,
  path: string,
  tell: (isFollowing: boolean) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const say = () => tell(rememberedFollows(userId)?.includes(path) === true);
  signal.addEventListener("abort", subscribeToFollows(say));
  say();
  if (rememberedFollows(userId)) return;
  // If the list cannot be loaded, the button offers to follow: following twice is a no-op.
  import("./follow-and-say").then(({ loadFollows }) => loadFollows(userId)).catch(() => {});
}
