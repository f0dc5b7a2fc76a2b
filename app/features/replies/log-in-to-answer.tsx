import { loginPath } from "~/domain/local-path";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** For an owner or manager who is not signed in: what answering takes, before they log in and come back. (spec 11) */
export function LogInToAnswer({ reviewId }: { reviewId: string }) {
  return (
    <Notice action={<ButtonLink to={loginPath(`/answer/${reviewId}`)}>Log in to answer</ButtonLink>}>
      An answer needs an account. Readers see your words, and that they come from the owner or manager; neither your
      name nor your email.
    </Notice>
  );
}
