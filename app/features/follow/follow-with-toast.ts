import type { NavigateFunction } from "react-router";
import { failureSentence } from "~/data/connection-lost";
import { rememberedFollows, rememberFollowIntent, rememberFollows } from "~/data/follow-memory";
import { type FollowablePlace, followPlace, myFollows, unfollow } from "~/data/my-follows";
import { SessionExpired } from "~/data/signed-in-call";
import { type Follow, followedPath } from "~/domain/follow";
import { loginPath } from "~/domain/local-path";
import { showToast } from "~/ui/toast";

export interface FollowTarget {
  place: FollowablePlace;
  /** The path of the home or locality. */
  path: string;
  name: string;
  /** The signed-in account; null if the visitor is logged out. */
  userId: string | null;
}

/** Returns what the account follows, and remembers it for the buttons of other pages. */
export async function loadFollows(userId: string): Promise<Follow[]> {
  const follows = await myFollows();
  remember(userId, follows);
  return follows;
}

/** Follows a home or locality and shows the outcome. Sends visitors who are not logged in to the log-in page. */
export async function followWithToast(
  { place, path, name, userId }: FollowTarget,
  navigate: NavigateFunction,
): Promise<void> {
  try {
    const isNew = await followPlace(place);
    const known = userId && rememberedFollows(userId);
    if (known) rememberFollows(userId, [...known, path]);
    else if (userId) void loadFollows(userId).catch(() => {});
    showToast({
      title: isNew ? `You follow ${name}` : `You already follow ${name}`,
      description: "You get at most one email a day about new reviews. No one else sees what you follow.",
      action: { label: "What you follow", to: "/account" },
    });
  } catch (error) {
    if (error instanceof SessionExpired) {
      const { pathname, search } = window.location;
      rememberFollowIntent(path);
      // The log-in returns to the button, which then follows. log-in-notice.tsx reads the reason from the fragment.
      await navigate(loginPath(`${pathname}${search}#follow`));
    } else showToast({ title: "Not followed", description: failureSentence(error), variant: "destructive" });
  }
}

/** Unfollows by a secret or a path and shows the outcome. Resolves to whether it succeeded. */
export async function unfollowWithToast(userId: string, name: string, secretOrPath: string): Promise<boolean> {
  try {
    const follows = await loadFollows(userId);
    const follow = follows.find((one) => one.secret === secretOrPath || followedPath(one) === secretOrPath);
    if (follow) {
      await unfollow(follow.secret);
      remember(
        userId,
        follows.filter((one) => one !== follow),
      );
    }
    showToast({ title: `You have stopped following ${name}` });
    return true;
  } catch (error) {
    showToast({ title: "Still following", description: failureSentence(error), variant: "destructive" });
    return false;
  }
}

function remember(userId: string, follows: readonly Follow[]): void {
  rememberFollows(
    userId,
    follows.map(followedPath).filter((path) => path !== null),
  );
}
