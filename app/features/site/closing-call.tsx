import { ButtonLink } from "~/ui/button";

/** The last section of Home. (spec 2, Home) */
export function ClosingCall({ submitTo }: { submitTo: string }) {
  return (
    <section aria-labelledby="closing" className="render-near-[15rem] border-t border-line bg-brand-soft">
      <Garland />
      <div className="mx-auto flex max-w-wide flex-col items-start gap-x-10 gap-y-6 px-4 pt-4 pb-12 sm:px-6 md:flex-row md:items-center md:justify-between md:pb-14">
        <div className="max-w-prose">
          <h2 id="closing" className="text-3xl sm:text-4xl">
            Make Your Voice Heard
          </h2>
          <p className="mt-2 text-lg">
            You know what the listing did not say. The next tenant will look for it here, before paying the deposit.
          </p>
        </div>
        <ButtonLink to={submitTo} className="shrink-0">
          Submit a Review
        </ButtonLink>
      </div>
    </section>
  );
}

/** Decoration: mango leaves and marigolds on a string, as wide as the page. */
function Garland() {
  return (
    <svg aria-hidden="true" width="100%" height="52" className="block">
      <defs>
        <pattern id="garland" width="104" height="52" patternUnits="userSpaceOnUse">
          <path className="stroke-leaf" fill="none" strokeWidth="2" d="M0 4q52 26 104 0" />
          <path className="fill-leaf" d={LEAVES.map((place) => `M${place}c8 9 8 21 0 32c-8-11-8-23 0-32z`).join("")} />
          <path className="stroke-haldi" strokeWidth="12" strokeLinecap="round" d="M0 6h0M52 17h0M104 6h0" />
        </pattern>
      </defs>
      <rect width="100%" height="52" fill="url(#garland)" />
    </svg>
  );
}

const LEAVES = ["18 11", "35 15", "69 15", "86 11"];
