/** Why pages send visitors to log in, by the beginning of their paths. */
const REASONS: [path: string, reason: string][] = [
  [
    "/submit-review",
    "You need an account to publish a review; the review can still be anonymous. You will come back to the form, and what you wrote is kept on this device.",
  ],
  ["/answer/", "You need an account to answer a review. You will come back to the review."],
  ["/account", "Log in to see your reviews and your account."],
  ["/desk", "Log in to work at the desk."],
];

/** Says why a visitor who wants to go to `next` has to log in first; nothing where no login was needed. (spec 11) */
export function LogInReason({ next }: { next: string }) {
  const [, reason] = REASONS.find(([path]) => next.startsWith(path)) ?? [];
  return reason && <p className="mb-6">{reason}</p>;
}
