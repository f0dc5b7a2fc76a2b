import { Notice } from "~/ui/notice";
import { WithoutScripts } from "~/ui/without-scripts";
import { WaitlistForm } from "./waitlist-form";

/** Where the banner above Home leads to. */
export const WAITLIST_ID = "waitlist";

/** The referral waitlist, or why there is none. (spec 1, 2) */
export function WaitlistCard({ isAvailable }: { isAvailable: boolean }) {
  return (
    // The focus comes here with the banner's link.
    <section
      id={WAITLIST_ID}
      tabIndex={-1}
      aria-labelledby="waitlist-title"
      className="scroll-mt-4 border border-t-3 border-line border-t-brand bg-surface p-4 sm:p-5"
    >
      <h2 id="waitlist-title" className="text-xl">
        Referral Waitlist
      </h2>
      <p className="mt-1.5 mb-3 text-sm text-ink-muted">
        A referral program is coming: invite friends and earn perks. Leave your name and email, and we will email you
        when it starts. No one else sees them.
      </p>
      {isAvailable ? (
        <WithoutScripts what="Joining the waitlist needs">
          <WaitlistForm />
        </WithoutScripts>
      ) : (
        <Notice>The waitlist is unavailable because this site runs without a database.</Notice>
      )}
    </section>
  );
}
