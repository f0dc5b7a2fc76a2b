import { localityHomesPath } from "~/domain/home";
import { EmailMeOnce } from "./email-me-once";
import { FollowButton } from "./follow-button";

/** Follows a locality that may have no review yet: with the account, or by one email without one. Lazy-loaded after hydration. (spec 10) */
export function FollowPlace({ city, locality, userId }: { city: string; locality: string; userId: string | null }) {
  const follow = (
    <FollowButton
      place={{ city, locality }}
      path={localityHomesPath(city, locality)}
      name={locality}
      userId={userId}
      size="sm"
    >
      {userId === null ? "Log in and follow" : "Follow"}
    </FollowButton>
  );
  if (userId !== null) return follow;
  return (
    <div className="grid max-w-md gap-3">
      <EmailMeOnce city={city} locality={locality} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
        {follow}
        With an account you get at most one email a day about new reviews.
      </div>
    </div>
  );
}
