import type { NavigateFunction } from "react-router";
import { failureSentence } from "~/data/connection-lost";
import { type Followed, followPlace } from "~/data/my-follows";
import { SessionExpired } from "~/data/signed-in-call";
import { loginPath } from "~/domain/local-path";
import { showToast } from "~/ui/toast";

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
      await navigate(loginPath(pathname + search));
    } else showToast({ title: "Not followed", description: failureSentence(error), variant: "destructive" });
    return false;
  }
}
