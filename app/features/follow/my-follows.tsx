import { useEffect, useState } from "react";
import { type Follow, followLink, followName } from "~/domain/follow";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { loadFollows, unfollowWithToast } from "./follow-with-toast";

/** What the account follows, if anything. Read in the browser, so that it is in no cache. (spec 10) */
export function MyFollows({ userId }: { userId: string }) {
  const [follows, setFollows] = useState<Follow[]>([]);

  useEffect(() => {
    let isShown = true;
    // The list of reviews on the same page reports a lost connection.
    void loadFollows(userId)
      .catch(() => [])
      .then((listed) => isShown && setFollows(listed));
    return () => {
      isShown = false;
    };
  }, [userId]);

  async function stop(follow: Follow) {
    if (await unfollowWithToast(userId, followName(follow), follow.secret))
      setFollows((before) => before.filter(({ secret }) => secret !== follow.secret));
  }

  if (follows.length === 0) return null;
  return (
    <section aria-labelledby="my-follows" className="grid gap-3">
      <h2 id="my-follows" className="text-2xl">
        What you follow
      </h2>
      <p className="text-ink-muted">You get at most one email a day about new reviews. Only you can see this list.</p>
      <ul className="grid gap-2">
        {follows.map((follow) => (
          <li key={follow.secret} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 wrap-anywhere">
            <NameOf follow={follow} />
            <Button
              size="sm"
              variant="secondary"
              aria-label={`Stop following ${followName(follow)}`}
              onClick={() => void stop(follow)}
            >
              Stop following
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NameOf({ follow }: { follow: Follow }) {
  const path = followLink(follow);
  if (path === null) return followName(follow);
  return (
    <Link to={path} className="link inline-flex min-h-target items-center">
      <bdi>{followName(follow)}</bdi>
    </Link>
  );
}
