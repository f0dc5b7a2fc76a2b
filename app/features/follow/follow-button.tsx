import { type ComponentProps, useState } from "react";
import { useNavigate } from "react-router";
import type { Followed } from "~/data/my-follows";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast";

interface FollowButtonProps extends Pick<ComponentProps<typeof Button>, "size"> {
  place: Followed;
  /** Of the home or the locality. */
  name: string;
  children?: string;
}

/**
 * Follows a home or a locality; who is not logged in is led there and back. Its code comes with the first tap. Without
 * JavaScript it could do nothing. (spec 10)
 */
export function FollowButton({ place, name, size, children = "Follow" }: FollowButtonProps) {
  const navigate = useNavigate();
  const [isFollowing, setFollowing] = useState(false);

  async function follow() {
    try {
      const { followAndSay } = await import("./follow-and-say");
      setFollowing(await followAndSay(place, name, navigate));
    } catch {
      showToast({ title: "Not followed", description: "The connection was lost. Try again.", variant: "destructive" });
    }
  }

  return (
    <Button variant="secondary" size={size} onClick={follow} aria-disabled={isFollowing} className="noscript:hidden">
      {isFollowing ? "Following" : children}
    </Button>
  );
}
