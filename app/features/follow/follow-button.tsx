import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Followed } from "~/data/my-follows";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast";

export interface FollowTarget {
  place: Followed;
  /** Of the page of the home or the locality. */
  path: string;
  name: string;
  /** Of the signed-in account; null if the visitor is logged out. */
  userId: string | null;
}

interface FollowButtonProps extends FollowTarget, Pick<ComponentProps<typeof Button>, "size"> {
  children?: ReactNode;
}

/**
 * Follows a home or a locality while it is pressed, by the toggle button of the WAI-ARIA APG: its label stays. Visitors who are not
 * logged in are sent to log in and back. Its code is downloaded at the first tap, and a small part of it for those who are logged in.
 * Hidden without JavaScript, which it needs. (spec 10)
 */
export function FollowButton({ size, children = "Follow", ...target }: FollowButtonProps) {
  const { path, userId } = target;
  const navigate = useNavigate();
  const [followed, setFollowed] = useState<string | null>(null);
  const isFollowing = userId !== null && followed === path;

  useEffect(() => {
    if (userId === null) return;
    const leaving = new AbortController();
    const tell = (follows: boolean) => setFollowed(follows ? path : null);
    import("./watch-follow").then(({ watchFollow }) => watchFollow(userId, path, tell, leaving.signal)).catch(() => {});
    return () => leaving.abort();
  }, [userId, path]);

  async function change() {
    try {
      const { followAndSay, unfollowAndSay } = await import("./follow-and-say");
      if (!isFollowing) await followAndSay(target, navigate);
      else await unfollowAndSay(userId, target.name, path);
    } catch {
      showToast({ title: "Not changed", description: "The connection was lost. Try again.", variant: "destructive" });
    }
  }

  return (
    <Button
      id="follow"
      aria-pressed={isFollowing}
      variant="secondary"
      size={size}
      onClick={change}
      className={`scroll-mt-24 noscript:hidden ${isFollowing ? "icon-tick" : ""}`}
    >
      {children}
    </Button>
  );
}
