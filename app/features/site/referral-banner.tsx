import { rememberBannerDismissed } from "~/data/waitlist-banner";

/**
 * A banner above Home that links to the waitlist. The server's page is the same for all visitors: an inline script sets a mark on
 * the root element that hides the banner for those who dismissed it. (spec 1)
 */
export function ReferralBanner({ waitlistId }: { waitlistId: string }) {
  return (
    <aside
      aria-label="Referral rewards"
      className="border-b border-line bg-brand-soft in-data-banner-dismissed:hidden print:hidden"
    >
      <div className="mx-auto flex max-w-wide items-center justify-between gap-2 py-0.5 pr-1 pl-4 sm:pr-3 sm:pl-6">
        <a
          href={`#${waitlistId}`}
          className="flex min-h-target items-center py-1.5 text-xs leading-snug font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink hover:decoration-2 sm:text-sm"
        >
          Referral rewards coming soon! Invite friends and earn perks — stay tuned.
        </a>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={dismiss}
          className="icon icon-cross flex size-target shrink-0 items-center justify-center rounded-md text-ink before:size-5 hover:bg-paper noscript:hidden"
        />
      </div>
    </aside>
  );
}

function dismiss() {
  document.documentElement.dataset.bannerDismissed = "";
  rememberBannerDismissed();
  // The focused button is removed, so move the focus to the page.
  document.getElementById("main")?.focus({ preventScroll: true });
}
