import { formatDay } from "~/domain/dates";
import { type CityDeposits, depositSummary } from "~/domain/deposits";
import { cityHomesPath, type HomeFigures, localityHomesPath } from "~/domain/home";
import { stepsTo } from "~/domain/steps-to-home";
import { ButtonLink } from "~/ui/button";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { Breadcrumb } from "~/ui/breadcrumb";
import { NoValue, WideTable } from "~/ui/wide-table";
import { CITY_CUSTOMS, CUSTOMS_AS_OF } from "./city-customs";

const COLUMNS = [
  "Months asked",
  "Back in full",
  "In part",
  "Nothing",
  "Still waiting",
  "When it came",
  "Kept for",
  "Answers",
];

/** What tenants got back of their deposits, by city. (spec 10) */
export function DepositsPage({ cities }: { cities: CityDeposits[] }) {
  const day = cities[0]?.refreshedOn;
  return (
    <Page
      breadcrumb={<Breadcrumb steps={stepsTo({})} />}
      title="Deposits, city by city"
      intro="What tenants were asked for, how much came back, and what it was kept for."
    >
      <div className="flex flex-col gap-10">
        {cities.length === 0 ? (
          <Notice action={<ButtonLink to="/submit-review">Submit a Review</ButtonLink>}>
            No city has ten answers about deposits yet. What became of yours?
          </Notice>
        ) : (
          <Answers cities={cities} />
        )}
        <p className="max-w-prose text-sm text-ink-muted">
          {day && (
            <>
              Figures as of <time dateTime={day}>{formatDay(day)}</time>.{" "}
            </>
          )}
          Answers of tenants, shown from ten on; “–” where there are fewer. The months are those of the tenant in the
          middle. Back in full, in part, nothing and still waiting are shares of all tenants who have moved out. Free to
          use with our name (CC BY 4.0):{" "}
          <a href="/deposits.csv" download="gharsach-deposits.csv" className="link">
            download CSV
          </a>
          .
        </p>
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

function Answers({ cities }: { cities: CityDeposits[] }) {
  return (
    <WideTable label="Deposits by city" columns={["City", ...COLUMNS]}>
      {cities.map(({ city, figures, localities }) => (
        <tbody key={city}>
          <Row name={city} path={cityHomesPath(city)} figures={figures} />
          {localities.map((place) => (
            <Row
              key={place.locality}
              name={place.locality}
              path={localityHomesPath(city, place.locality)}
              figures={place.figures}
              isPart
            />
          ))}
        </tbody>
      ))}
    </WideTable>
  );
}

interface RowProps {
  name: string;
  path: string;
  figures: HomeFigures;
  /** Whether the row is a locality of the city above it. */
  isPart?: boolean;
}

function Row({ name, path, figures, isPart }: RowProps) {
  const summary = depositSummary(figures);
  if (summary === null) return null;
  const { asked, back, when, keptFor, answers } = summary;
  const share = (count: number | undefined) => back && `${count} of ${back.of}`;
  const cells = [asked, share(back?.all), share(back?.part), share(back?.none), share(back?.waiting), when, keptFor];
  return (
    <tr className={isPart ? "text-ink-muted" : ""}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the link in it */}
      <th scope="row" className={isPart ? "part" : "font-semibold"}>
        <Link to={path} className="link inline-flex min-h-8 items-center">
          <bdi lang={languageOf(name)}>{name}</bdi>
        </Link>
      </th>
      {cells.map((text, column) => (
        <td key={COLUMNS[column]}>{text ?? <NoValue why="fewer than ten answers" />}</td>
      ))}
      <td>{answers.toLocaleString("en-IN")}</td>
    </tr>
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
