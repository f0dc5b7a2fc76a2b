import { formatDay } from "~/domain/dates";
import { type CityDeposits, depositSummary, LICENSE } from "~/domain/deposits";
import { cityHomesPath, type HomeFigures, localityHomesPath } from "~/domain/home";
import { countOf } from "~/domain/home-figures";
import { stepsTo } from "~/domain/steps-to-home";
import { ButtonLink } from "~/ui/button";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { Breadcrumb } from "~/ui/breadcrumb";
import { StackedBar } from "~/ui/stacked-bar";
import { CITY_CUSTOMS, CUSTOMS_AS_OF } from "./city-customs";

/** What tenants got back of their deposits, by city. (spec 10) */
export function DepositsPage({ cities }: { cities: CityDeposits[] }) {
  return (
    <Page
      breadcrumb={<Breadcrumb steps={stepsTo({})} />}
      title="Deposits: what tenants got back"
      intro="City by city: how much came back, how many months were asked for, and what was kept."
    >
      <div className="flex flex-col gap-10">
        <p>
          <Link to="/deposit" className="link font-semibold">
            Get your deposit back: handover lists, letters, and what to do next in your city
          </Link>
        </p>
        {cities.length === 0 ? (
          <Notice action={<ButtonLink to="/submit-review">Submit a Review</ButtonLink>}>
            No city has ten answers about deposits yet. Did yours come back?
          </Notice>
        ) : (
          <ul>
            {cities.map((city) => (
              <City key={city.city} {...city} />
            ))}
          </ul>
        )}
        <Notes day={cities[0]?.refreshedOn} />
        <Customs />
        <p>
          <Link to="/blog/what-to-do-if-landlord-refuses-deposit-return" className="link font-semibold">
            What to do if your landlord refuses to return the deposit
          </Link>
        </p>
      </div>
    </Page>
  );
}

function City({ city, figures, localities }: CityDeposits) {
  return (
    <li className="border-line not-first:border-t">
      <Deposits name={city} path={cityHomesPath(city)} figures={figures} />
      {localities.length > 0 && (
        <details className="-mt-3 pb-2">
          <summary className="link inline-flex min-h-target items-center text-sm font-semibold">
            {localities.length === 1 ? "1 locality" : `${localities.length} localities`}
          </summary>
          <ul className="border-l-4 border-line pl-4">
            {localities.map((place) => (
              <li key={place.locality}>
                <Deposits
                  as="h3"
                  name={place.locality}
                  path={localityHomesPath(city, place.locality)}
                  figures={place.figures}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

interface DepositsProps {
  as?: "h2" | "h3";
  name: string;
  path: string;
  figures: HomeFigures;
}

/** A fact without ten answers is left out. */
function Deposits({ as: Heading = "h2", name, path, figures }: DepositsProps) {
  const summary = depositSummary(figures);
  if (summary === null) return null;
  const { asked, back, when, keptFor } = summary;
  const facts = [
    ["Months asked", asked],
    ["Returned", when],
    ["Kept for", keptFor],
  ].filter(([, text]) => text);
  return (
    <div className="grid gap-x-8 gap-y-2 py-4 lg:grid-cols-[12rem_1fr_25rem]">
      <Heading className={Heading === "h2" ? "text-xl" : ""}>
        <Link to={path} className="link">
          <bdi lang={languageOf(name)}>{name}</bdi>
        </Link>
      </Heading>
      {back && (
        <div>
          <p className="mb-1">
            <strong>{countOf(back)}</strong> got all back
          </p>
          <StackedBar parts={back.parts} />
        </div>
      )}
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm lg:grid lg:grid-cols-3">
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt className="text-ink-muted">{label}</dt>
              <dd className="font-semibold">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Notes({ day }: { day: string | undefined }) {
  return (
    <div className="max-w-prose text-sm text-ink-muted">
      <p>
        {day && (
          <>
            Figures as of <time dateTime={day}>{formatDay(day)}</time>.{" "}
          </>
        )}
        Based on tenants’ answers; places with fewer than ten are left out. “Months asked” is the median answer. “Back”
        counts tenants who have moved out; those still waiting are shown apart.
      </p>
      <p className="mt-2">
        Free to use with our name (
        <a href={LICENSE} rel="license" className="link">
          CC BY 4.0
        </a>
        ):{" "}
        <a href="/deposits.csv" download="gharsach-deposits.csv" className="link">
          deposits as CSV
        </a>
        , and{" "}
        <a href="/facts.csv" download="gharsach-facts.csv" className="link">
          answers to all questions by city as CSV
        </a>
        .
      </p>
    </div>
  );
}

function Customs() {
  return (
    <section aria-labelledby="customs">
      <h2 id="customs" className="text-2xl">
        Custom and law
      </h2>
      <p className="mt-1 max-w-prose text-sm text-ink-muted">
        As published and reported by {CUSTOMS_AS_OF}; months of rent. A guide, not legal advice. The Model Tenancy Act
        2021 says at most two months for a home, but only where a state has adopted it.
      </p>
      <dl className="mt-4 grid gap-x-12 sm:grid-cols-2">
        {CITY_CUSTOMS.map(({ city, custom, law }) => (
          <div key={city} className="border-t border-line py-2.5 text-sm">
            <dt className="font-semibold">
              {city}: {custom}
            </dt>
            <dd className="text-ink-muted">{law}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
