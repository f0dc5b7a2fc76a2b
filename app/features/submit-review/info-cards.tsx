import type { ReactNode } from "react";
import { loginPath } from "~/domain/local-path";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";

export function IntroBanner({ isKeptInBrowser }: { isKeptInBrowser: boolean }) {
  return (
    <div className="icon icon-handshake flex items-start gap-4 border-l-4 border-brand bg-brand-soft p-4 before:mt-0.5 before:size-6 before:text-brand sm:p-5">
      <p className="text-ink">
        You know what the listing did not say. Five minutes of your time can spare the next tenant a bad year, or help
        them find a good home.
        {isKeptInBrowser && (
          <strong className="mt-2 block">
            This site runs without a database: what you publish here is kept in this browser only, where no one else can
            read it.
          </strong>
        )}
      </p>
    </div>
  );
}

interface InfoCardsProps {
  email: string | null | undefined;
  /** False on a site without a database, where there are no accounts. */
  hasAccounts: boolean;
}

export function InfoCards({ email, hasAccounts }: InfoCardsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <InfoCard icon="icon-shield" title="Safe & Anonymous">
        <p>
          {email
            ? "Your email is never shown. Readers see “Anonymous”, or the part before the @ if you choose it as a name."
            : "Your email is never shown. Only the part before the @ appears with your review, as a name."}
        </p>
        {email && (
          <p className="wrap-anywhere">
            Logged in as <bdi>{email}</bdi>
          </p>
        )}
        {!email && !hasAccounts && <p>This site has no accounts, and you do not need one.</p>}
        {!email && hasAccounts && (
          <p>
            <Link to={loginPath("/submit-review")} className="text-brand-strong underline">
              Log in
            </Link>{" "}
            or{" "}
            <Link to="/signup" className="text-brand-strong underline">
              sign up
            </Link>{" "}
            to keep your review in your own account.
          </p>
        )}
      </InfoCard>
      <InfoCard icon="icon-people" title="Community Powered">
        <p>
          {hasAccounts
            ? "Tenants across India read and write here. A photo as proof marks your review as verified. You can publish one review a minute, three a day, and one of each home in 30 days. One network can publish three of a home in a day."
            : "Tenants across India read and write on sites like this one. Here you can try it out."}
        </p>
      </InfoCard>
    </div>
  );
}

function InfoCard({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <Card className="grid content-start gap-2">
      <h2 className={`icon ${icon} flex items-center gap-2 text-xl before:size-5 before:text-brand`}>{title}</h2>
      <div className="grid gap-2 text-sm text-ink-muted">{children}</div>
    </Card>
  );
}
