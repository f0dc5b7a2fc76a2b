import type { NavigateFunction } from "react-router";
import { rememberedFollows, subscribeToFollows, takeFollowIntent } from "~/data/follow-memory";
import type { FollowTarget } from "./follow-with-toast";

/**
 * Calls `onChange` with whether the account follows the target, now and at each change in any tab, until the signal aborts. Follows it
 * at once if the visitor wanted that before logging in. Queries the database if this browser does not remember what the account follows.
 */
export function watchFollow(
  target: FollowTarget & { userId: string },
  onChange: (isFollowing: boolean) => void,
  signal: AbortSignal,
  navigate: NavigateFunction,
): void {
  if (signal.aborted) return;
  const { userId, path } = target;
  const notify = () => onChange(rememberedFollows(userId)?.includes(path) === true);
  signal.addEventListener("abort", subscribeToFollows(notify));
  notify();
  // After a confirmation in another tab, the tab that waited for it logs in, too. The visible one follows and says so.
  // Only the link of that log-in has the fragment: another person may log in on this device.
  if (!document.hidden && window.location.hash === "#follow" && takeFollowIntent(path)) {
    import("./follow-with-toast").then(({ followWithToast }) => followWithToast(target, navigate)).catch(() => {});
    return;
  }
  if (rememberedFollows(userId)) return;
  // If the list cannot be loaded, the button offers to follow: following twice is a no-op.
  import("./follow-with-toast").then(({ loadFollows }) => loadFollows(userId)).catch(() => {});
}
