import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast";
import type { FollowTarget } from "./follow-with-toast";

interface FollowButtonProps extends FollowTarget, Pick<ComponentProps<typeof Button>, "size"> {
  children?: ReactNode;
}

/**
 * A toggle button (WAI-ARIA APG), pressed while the account follows the home or locality. Sends visitors who are not logged in to the
 * log-in page and back. Downloads follow-with-toast.ts at the first tap, and watch-follow.ts at once if the visitor is logged in. (spec 10)
 */
export function FollowButton({ size, children = "Follow", ...target }: FollowButtonProps) {
  const { path, userId } = target;
  const navigate = useNavigate();
  const [followed, setFollowed] = useState<string | null>(null);
  const isFollowing = userId !== null && followed === path;

  const latest = useEffectEvent(() => target);
  useEffect(() => {
    if (userId === null) return;
    const leaving = new AbortController();
    const onChange = (isFollowed: boolean) => setFollowed(isFollowed ? path : null);
    import("./watch-follow")
      .then(({ watchFollow }) => watchFollow({ ...latest(), userId, path }, onChange, leaving.signal, navigate))
      .catch(() => {});
    return () => leaving.abort();
  }, [userId, path, navigate]);

  async function change() {
    try {
      const { followWithToast, unfollowWithToast } = await import("./follow-with-toast");
      if (!isFollowing) await followWithToast(target, navigate);
      else await unfollowWithToast(userId, target.name, path);
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
      className={`scroll-mt-24 noscript:hidden ${isFollowing ? "icon icon-tick" : ""}`}
    >
      {children}
    </Button>
  );
}
