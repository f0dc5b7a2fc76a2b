import type { ReactNode } from "react";
import { Link } from "~/ui/link";

/** The three promises on Home. (spec 2, Home) */
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
  sign: keyof typeof SIGNS;
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

/** SVG paths of the objects in the niches. */
const SIGNS = {
  shield: "M28 43l13 5v10c0 8-5.5 12-13 15c-7.5-3-13-7-13-15v-10zM22 58l5 5l8-9",
  people: "M23 58a6 6 0 1 0-.1 0M12 74c0-7 4-11 11-11s11 4 11 11M34 46a6 6 0 0 1 0 11.5M38 63.5c4 1.5 6 5 6 10.5",
  book: "M28 51c-4-3-9-4-14-4v22c5 0 10 1 14 4c4-3 9-4 14-4v-22c-5 0-10 1-14 4v22",
};

/** Decoration: a niche as in the wall of house-front.tsx, with an object in it. */
function Niche({ sign, className }: { sign: keyof typeof SIGNS; className?: string }) {
  return (
    <svg viewBox="0 0 56 100" aria-hidden="true" fill="none" strokeWidth="2" className={className}>
      <path className="fill-surface stroke-line-strong" d="M2 98V44C2 22 17 16 28 2c11 14 26 20 26 42v54z" />
      <path className="fill-geru" d="M3 86h50v11H3z" />
      <path className="stroke-brand" strokeLinecap="round" strokeLinejoin="round" d={SIGNS[sign]} />
    </svg>
  );
}
