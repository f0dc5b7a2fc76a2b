import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button";
import { HouseFront } from "./house-front";

/** The first section of Home: title, search, the number of reviews, and a tenant's sentence. (spec 2, Home) */
export function StartHero({ submitTo, search, quote }: { submitTo: string; search: ReactNode; quote: ReactNode }) {
  return (
    <section aria-labelledby="hero" className="border-b border-line">
      <div className="mx-auto grid max-w-wide items-end gap-x-10 px-4 sm:px-6 md:grid-cols-[1.1fr_1fr]">
        <div className="self-center pt-5 pb-6 sm:py-14">
          <h1 id="hero" className="text-4xl sm:text-5xl">
            <span className="inline-block">Find Your Voice.</span>{" "}
            <span className="inline-block">Share Your Rental Story.</span>
          </h1>
          <p className="mt-2 max-w-[34rem] text-sm text-ink-muted sm:mt-4 sm:text-lg">
            Read what tenants say about a home and its landlord before you pay the deposit.
          </p>
          <div className="mt-4 max-w-[34rem] sm:mt-5">{search}</div>
          {/* Two halves of a row, on wide screens as wide as their words. */}
          <div className="mt-4 flex max-w-[34rem] flex-wrap gap-2.5 *:max-lg:flex-1 *:max-lg:px-1 sm:mt-5">
            <ButtonLink to="/reviews">Browse Reviews</ButtonLink>
            <ButtonLink to={submitTo} variant="secondary">
              Submit a Review
            </ButtonLink>
          </div>
          {quote}
        </div>
        {/* Hidden on phones, so that the list of cities is closer to the top. */}
        <HouseFront className="mx-auto block w-full max-w-[26rem] max-sm:hidden md:max-w-none" />
      </div>
    </section>
  );
}
