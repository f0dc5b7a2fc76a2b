import type { ComponentProps, ReactNode } from "react";
import { Link } from "~/ui/link";
import { Niche } from "./niche";

/** What readers and writers can count on: three niches in one wall. (spec 2, Home) */
export function FeatureCards({ hasDatabase }: { hasDatabase: boolean }) {
  return (
    <section aria-label="What you find here" className="render-near-[40rem] border-y border-line bg-surface-sunken">
      <ul className="mx-auto grid max-w-wide gap-y-8 px-4 py-10 sm:px-6 sm:py-12 md:grid-cols-3 md:gap-x-8 lg:gap-x-12">
        <FeatureCard sign="shield" title="Verified & Anonymous" to="/review-policy" linkText="Read the review policy">
          {hasDatabase
            ? "Reviews with photo proof are marked as verified. No email is ever shown, and you can leave out your name altogether."
            : "On this site, reviews stay in the browser they were written in, without photo proof. No email is ever shown."}
        </FeatureCard>
        <FeatureCard sign="people" title="Community Driven" to="/reviews" linkText="Browse all reviews">
          Tenants write for tenants. Nobody can pay for a better rating
          {hasDatabase && ", and anyone can report a review that looks wrong"}.
        </FeatureCard>
        <FeatureCard sign="book" title="Informative Guides" to="/blog" linkText="Read the guides">
          What to check before renting in ten cities, what to ask the owner, and what to do when a deposit does not come
          back.
        </FeatureCard>
      </ul>
    </section>
  );
}

interface FeatureCardProps {
  sign: ComponentProps<typeof Niche>["sign"];
  title: string;
  to: string;
  linkText: string;
  children: ReactNode;
}

function FeatureCard({ sign, title, to, linkText, children }: FeatureCardProps) {
  return (
    <li className="flex gap-5 md:flex-col md:gap-4 lg:flex-row lg:gap-5">
      <Niche sign={sign} className="h-25 w-14 shrink-0" />
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-1.5">{children}</p>
        <Link to={to} className="link inline-flex min-h-target items-center font-semibold">
          {linkText}
        </Link>
      </div>
    </li>
  );
}
