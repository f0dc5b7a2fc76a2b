import { answerPath } from "~/domain/review";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** Explains to an owner or manager what a reply requires, before they log in. (spec 11) */
export function LogInToAnswer({ reviewId }: { reviewId: string }) {
  const search = `?${new URLSearchParams({ next: answerPath(reviewId) })}`;
  return (
    <Notice
      action={
        <>
          <ButtonLink to={{ pathname: "/signup", search }}>New here? Create an account</ButtonLink>
          <ButtonLink variant="secondary" to={{ pathname: "/login", search }}>
            Log in to answer
          </ButtonLink>
        </>
      }
    >
      You need an account to answer. Readers see your reply, marked as from the owner or manager, but not your name or
      email.
    </Notice>
  );
}
