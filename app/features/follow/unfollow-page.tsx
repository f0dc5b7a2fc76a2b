import { type Follow, followName } from "~/domain/follow";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

interface UnfollowPageProps {
  /** What the link would unfollow. */
  follows: Follow[];
  /** What was just unfollowed; undefined before. */
  ended: Follow[] | undefined;
}

/** The page behind the unfollow links of emails. Needs no log-in and no JavaScript. (spec 10) */
export function UnfollowPage({ follows, ended }: UnfollowPageProps) {
  if (ended && ended.length > 0) {
    return (
      <Page title="You have stopped following" width="prose">
        <Names follows={ended} />
        <Notice tone="success" action={<AccountLink />}>
          We will not write to you about {ended.length === 1 ? "it" : "them"} again.
        </Notice>
      </Page>
    );
  }
  if (follows.length === 0) {
    return (
      <Page title="This link does not work" width="prose">
        <Notice action={<AccountLink />}>
          This link has already been used, or part of it is missing. Your account lists what you follow.
        </Notice>
      </Page>
    );
  }
  return (
    <Page title="Stop following?" intro="We will not write to you about new reviews here again." width="prose">
      <Names follows={follows} />
      <form method="post">
        <Button type="submit">Stop following</Button>
      </form>
    </Page>
  );
}

function Names({ follows }: { follows: Follow[] }) {
  return (
    <ul className="mb-5 list-disc pl-5">
      {follows.map((follow) => (
        <li key={follow.secret} className="wrap-anywhere">
          <bdi>{followName(follow)}</bdi>
        </li>
      ))}
    </ul>
  );
}

function AccountLink() {
  return (
    <ButtonLink to="/account" variant="secondary" size="sm">
      Your account
    </ButtonLink>
  );
}
