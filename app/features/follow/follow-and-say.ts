import type { NavigateFunction } from "react-router";
import { failureSentence } from "~/data/connection-lost";
import { endFollow, type Followed, followPlace, myFollows } from "~/data/my-follows";
import { SessionExpired } from "~/data/signed-in-call";
import { type Follow, followedPath } from "~/domain/follow";
import { loginPath } from "~/domain/local-path";
import { showToast } from "~/ui/toast";

/** What the signed-in person follows with this page. */
export async function followOf(path: string): Promise<Follow | undefined> {
  return (await myFollows()).find((follow) => followedPath(follow) === path);
}

/** Follows it and says so; leads who is not logged in to log in. Resolves to whether they follow it now. */
export async function followAndSay(place: Followed, name: string, navigate: NavigateFunction): Promise<boolean> {
  try {
    const isNew = await followPlace(place);
    showToast({
      title: isNew ? `You follow ${name}` : `You already follow ${name}`,
      description: "We write at most once a day, when there are new reviews. No one else sees what you follow.",
      action: { label: "What you follow", to: "/account" },
    });
    return true;
  } catch (error) {
    if (error instanceof SessionExpired) {
      const { pathname, search } = window.location;
      // Back to the button; log-in-notice.tsx tells by it why one has to log in.
      await navigate(loginPath(`${pathname}${search}#follow`));
    } else showToast({ title: "Not followed", description: failureSentence(error), variant: "destructive" });
    return false;
  }
}

/** Ends it and says so. Resolves to whether they follow it still. */
export async function unfollowAndSay(path: string, name: string): Promise<boolean> {
  try {
    const follow = await followOf(path);
    if (follow) await endFollow(follow.secret);
    showToast({ title: `You have stopped following ${name}` });
    return false;
  } catch (error) {
    showToast({ title: "Still following", description: failureSentence(error), variant: "destructive" });
    return true;
  }
}
