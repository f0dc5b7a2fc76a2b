import { cityHomesPath } from "~/domain/home";
import { languageOf } from "~/ui/language-of";
import { PlaceName } from "~/ui/place-name";
import { homeAddress, reviewAddress } from "./home-link";
import { counted } from "~/ui/counted";
import { Link } from "~/ui/link";
import type { StartReviews } from "./read-start-reviews";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";

/** One sentence of a recent review, with a link to it on the page of its home. (spec 10) */
export function RecentQuote({ recent }: { recent: StartReviews["recent"] }) {
  const quote = recent && recent !== "failed" && recent.quote;
  if (!quote) return null;
  return (
    <figure className="mt-6 border-l-4 border-haldi pl-3.5 wrap-anywhere">
      <blockquote dir="auto" lang={languageOf(quote.text)} className="sm:text-lg">
        {quote.text}
      </blockquote>
      <figcaption className="text-sm text-ink-muted">
        <Link
          to={reviewAddress(quote.id, homeAddress(quote))}
          className="link inline-flex min-h-target items-center font-semibold"
        >
          <bdi lang={languageOf(quote.propertyName)}>{quote.propertyName}</bdi>
        </Link>{" "}
        <PlaceName {...quote} />
      </figcaption>
    </figure>
  );
}

/** A band with one figure about deposits. (spec 10) */
export function DepositBand({ deposits }: Pick<StartReviews, "deposits">) {
  if (!deposits || deposits === "failed") return null;
  const { city, all, of } = deposits;
  return (
    <section aria-label="Deposits" className="border-y border-line bg-brand-soft">
      <div className="mx-auto flex max-w-wide flex-wrap items-center justify-between gap-x-8 gap-y-1 px-4 py-5 sm:px-6">
        <div className="max-w-prose grow">
          <p className="font-display text-2xl leading-tight font-bold text-balance">
            <bdi>{city}</bdi>:{" "}
            {`${all.toLocaleString("en-IN")} of ${of.toLocaleString("en-IN")} got all of the deposit back`}
          </p>
          <span
            aria-hidden="true"
            className="mt-2.5 block h-2.5 bg-paper outline-1 -outline-offset-1 outline-line-strong"
          >
            <span
              className="block h-full bg-brand forced-colors:bg-[CanvasText]"
              style={{ width: `${(all / of) * 100}%` }}
            />
          </span>
        </div>
        <div className="flex flex-wrap gap-x-6">
          <Link to="/deposits" className="link inline-flex min-h-target items-center font-semibold">
            Deposits: what tenants got back
          </Link>
          <Link to="/deposit" className="link inline-flex min-h-target items-center font-semibold">
            Get your deposit back
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Links to the homes of the cities with the most homes. Renders nothing if there are no cities or they could not be read. */
export function PopularCities({ cities }: { cities: StartReviews["cities"] }) {
  if (cities === "failed" || cities.length === 0) return null;
  return (
    <section aria-labelledby="popular-cities" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="popular-cities" className="text-2xl sm:text-3xl">
          Browse homes by city
        </h2>
        <Link to="/homes" className="link inline-flex min-h-target items-center font-semibold">
          All cities
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 sm:gap-x-8 lg:grid-cols-4">
        {cities.map(({ city, homeCount }) => (
          <li key={city} className="border-t border-line">
            <Link
              to={cityHomesPath(city)}
              className="group flex min-h-target flex-col justify-between gap-x-3 py-2 wrap-anywhere sm:flex-row sm:items-baseline sm:py-2.5"
            >
              <bdi className="font-semibold group-hover:underline">{city}</bdi>{" "}
              <span className="text-sm text-ink-muted">{counted(homeCount, "home")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TopReviewersProps {
  top: StartReviews["top"];
}

/** The reviewers with the most reviews this month. (spec 2, 9) */
export function TopReviewers({ top }: TopReviewersProps) {
  return (
    <Card as="section" aria-labelledby="top-reviewers">
      <h2 id="top-reviewers" className="mb-2 text-xl">
        Top Reviewers This Month
      </h2>
      <Board top={top} />
    </Card>
  );
}

function Board({ top }: TopReviewersProps) {
  if (!top) return <Notice tone="loading">Loading top reviewers...</Notice>;
  if (top === "failed") {
    return <Notice tone="error">Could not load the top reviewers. Please try again later.</Notice>;
  }
  if (top.length === 0) return <p className="text-ink-muted">No reviews yet this month.</p>;
  return (
    <ol className="gap-x-10 text-sm sm:columns-2 lg:columns-3">
      {top.map(({ label, count }, index) => (
        // Two people may have the same label.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex break-inside-avoid items-baseline gap-2 py-1">
          <span aria-hidden="true" className="w-5 shrink-0 font-display text-base leading-none font-bold text-brand">
            {index + 1}
          </span>
          <bdi className="min-w-0 grow font-semibold wrap-anywhere">{label}</bdi>
          <span className="shrink-0 text-ink-muted">{counted(count, "review")}</span>
        </li>
      ))}
    </ol>
  );
}

/** The size of the site, below Home's search: "321 reviews of 61 homes". (spec 10) */
export function SiteTotals({ totals }: { totals: StartReviews["totals"] }) {
  if (totals === null || totals === "failed") return null;
  return (
    <p className="mt-2 text-ink-muted">
      <strong className="text-ink">{counted(totals.reviews, "review")}</strong> of {counted(totals.homes, "home")}
    </p>
  );
}
