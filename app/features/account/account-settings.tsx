import type { ReactNode } from "react";
import { ChangePasswordForm } from "./change-password-form";
import { DeleteAccount } from "./delete-account-form";
import { ExportDataButton } from "./export-data-button";
import type { AccountUser } from "~/data/session";

/** What users can do with the account itself. (spec 11) */
export function AccountSettings({ user }: { user: AccountUser }) {
  return (
    <>
      <Section id="my-data" title="Your data">
        <p>
          The file has everything we keep about you: account, sessions, reviews, photos, replies, reports, complaints,
          waitlist entry and account events. It is in JSON format, which any text editor can open.
        </p>
        <ExportDataButton />
      </Section>
      <Section id="change-password" title="Password">
        <ChangePasswordForm email={user.email} />
      </Section>
      <Section id="delete-account" title="Delete the account">
        <p>Your reviews can stay without a name, or be deleted too.</p>
        <DeleteAccount email={user.email} />
      </Section>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t-3 border-t-ink pt-4">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
