import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Followed } from "~/data/my-follows";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast";

interface FollowButtonProps extends Pick<ComponentProps<typeof Button>, "size"> {
  place: Followed;
  /** Of the page of the home or the locality. */
  path: string;
  name: string;
  isSignedIn: boolean;
  children?: ReactNode;
}

const load = () => import("./follow-and-say");

/**
 * Follows a home or a locality, or ends that; who is not logged in is led there and back. Its code comes with the first tap, for who is
 * signed in with the question whether they follow it. Without JavaScript it could do nothing. (spec 10)
 */
export function FollowButton({ place, path, name, isSignedIn, size, children = "Follow" }: FollowButtonProps) {
  const navigate = useNavigate();
  const [followed, setFollowed] = useState<string | null>(null);
  const isFollowing = isSignedIn && followed === path;

  useEffect(() => {
    if (!isSignedIn) return;
    // Where it cannot be asked for, the button offers to follow, which does no harm twice.
    load()
      .then(async ({ followOf }) => (await followOf(path)) && setFollowed(path))
      .catch(() => {});
  }, [isSignedIn, path]);

  async function change() {
    try {
      const { followAndSay, unfollowAndSay } = await load();
      const follows = await (isFollowing ? unfollowAndSay(path, name) : followAndSay(place, name, navigate));
      setFollowed(follows ? path : null);
    } catch {
      showToast({ title: "Not changed", description: "The connection was lost. Try again.", variant: "destructive" });
    }
  }

  return (
    <Button id="follow" variant="secondary" size={size} onClick={change} className="scroll-mt-24 noscript:hidden">
      {isFollowing ? "Following" : children}
    </Button>
  );
}
