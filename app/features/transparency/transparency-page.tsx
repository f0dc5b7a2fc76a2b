import { formatMonth } from "~/domain/dates";
import { durationInWords } from "~/domain/duration";
import { GRIEVANCE_GROUNDS, type GrievanceGround } from "~/domain/grievance";
import { type EmptySearches, shareInTime, type TransparencyMonth } from "~/domain/transparency";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { NoValue, WideTable } from "~/ui/wide-table";

interface TransparencyPageProps {
  /** Null on a site without a database. */
  months: TransparencyMonth[] | null;
  searches?: EmptySearches[] | undefined;
}

/** Reviews, reports and decisions by month, and where searches found nothing. (spec 10, 11) */
export function TransparencyPage({ months, searches = [] }: TransparencyPageProps) {
  const lastReminder = months?.find(({ rulesReminders }) => rulesReminders > 0);
  return (
    <Page
      title="Transparency"
      intro="What was published, reported and decided here, month by month, counted from the log of decisions."
    >
      {months === null && (
        <Notice>There is nothing to count: this site runs without a database, and reviews stay in your browser.</Notice>
      )}
      {months?.length === 0 && <Notice>Nothing has been published or decided yet.</Notice>}
      {months && months.length > 0 && (
        <div className="grid gap-6">
          <p className="max-w-prose">
            We decide by the{" "}
            <Link to="/review-policy" className="link">
              Review Policy
            </Link>
            . Rows with nothing to report are left out. Decisions undone within a minute are not counted. The same
            figures for a spreadsheet:{" "}
            <a href="/transparency.csv" download="gharsach-transparency.csv" className="link">
              download CSV
            </a>
            .
          </p>
          <p>
            We remind all users of{" "}
            <Link to="/terms" className="link">
              these rules
            </Link>{" "}
            every three months.{lastReminder && ` Last: ${formatMonth(`${lastReminder.month}-01`)}.`}
          </p>
          <Months months={months} />
        </div>
      )}
      {searches.length > 0 && <Searches searches={searches} />}
    </Page>
  );
}

function Searches({ searches }: { searches: EmptySearches[] }) {
  return (
    <section aria-labelledby="searches" className="mt-8 grid gap-4">
      <h2 id="searches" className="text-2xl">
        Searches that found nothing
      </h2>
      <p className="max-w-prose">
        Places in which 20 or more searches found no review in this month and the two before it. We keep no words of a
        search.
      </p>
      <WideTable label="Searches that found nothing" columns={["Place", "Searches"]} isNumeric>
        <tbody>
          {searches.map(({ city, locality, count }) => (
            <tr key={`${city} ${locality}`}>
              <th scope="row">{locality ? `${locality}, ${city}` : city}</th>
              <td>{inWords(count)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}

function Months({ months }: { months: TransparencyMonth[] }) {
  return (
    <WideTable
      label="Month by month"
      columns={["What happened", ...months.map(({ month }) => formatMonth(`${month}-01`))]}
      isNumeric
    >
      {partsOf(months).map((rows) => (
        <tbody key={rows[0]?.name}>
          {rows.map(({ name, isPart, value }) => (
            <tr key={name} className={isPart ? "text-ink-muted" : ""}>
              <th scope="row" className={isPart ? "part" : ""}>
                {name}
              </th>
              {months.map((month) => (
                <td key={month.month}>{inWords(value(month)) ?? <NoValue why="nothing was due" />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </WideTable>
  );
}

interface Row {
  name: string;
  /** Whether the row is a part of the row above it. */
  isPart?: boolean;
  /** Null if nothing was due. */
  value: (month: TransparencyMonth) => number | string | null;
}

/** Returns the groups of rows, without rows that are 0 or empty in every month. */
function partsOf(months: TransparencyMonth[]): Row[][] {
  const clauses = new Set(months.flatMap(({ hiddenByClause }) => Object.keys(hiddenByClause)));
  const parts: Row[][] = [
    [
      { name: "Reviews published", value: ({ published }) => published },
      { name: "Reviews reported", value: ({ reportedReviews }) => reportedReviews },
      { name: "Reports", value: ({ reports }) => reports },
      { name: "Reviews hidden", value: ({ hidden }) => hidden },
      ...[...clauses].toSorted().map((clause) => ({
        name: clause ? `under clause ${clause}` : "without a clause",
        isPart: true,
        value: ({ hiddenByClause }: TransparencyMonth) => hiddenByClause[clause] ?? 0,
      })),
      { name: "Reviews shown again", value: ({ shownAgain }) => shownAgain },
      { name: "Reviews cleared after a report", value: ({ cleared }) => cleared },
      { name: "Bursts of reviews being checked, as shown to readers", value: ({ burstsChecked }) => burstsChecked },
      { name: "Reviews not counted in the score", value: ({ notCounted }) => notCounted },
      { name: "Reviews counted again", value: ({ countedAgain }) => countedAgain },
      { name: "Bursts of reviews found genuine", value: ({ burstsGenuine }) => burstsGenuine },
      {
        name: "Authors looked up, for a court or at their own request",
        value: ({ authorsLookedUp }) => authorsLookedUp,
      },
    ],
    [
      { name: "Replies published", value: ({ repliesPublished }) => repliesPublished },
      { name: "Replies refused", value: ({ repliesRefused }) => repliesRefused },
    ],
    [
      { name: "Complaints", value: ({ grievances }) => grievances },
      ...(Object.keys(GRIEVANCE_GROUNDS) as GrievanceGround[]).map((ground) => ({
        name: GRIEVANCE_GROUNDS[ground],
        isPart: true,
        value: ({ grievancesByGround }: TransparencyMonth) => grievancesByGround[ground] ?? 0,
      })),
      { name: "Complaints decided", value: ({ times }) => times && times.decided },
      { name: "Read within (median)", value: ({ times }) => times && duration(times.acknowledgeMedianSeconds) },
      { name: "Read within (slowest)", value: ({ times }) => times && duration(times.acknowledgeSlowestSeconds) },
      {
        name: "Read in time",
        value: ({ times }) => times && shareInWords(shareInTime(times.acknowledgedInTime, times.acknowledgedLate)),
      },
      { name: "Decided within (median)", value: ({ times }) => times && duration(times.decideMedianSeconds) },
      { name: "Decided within (slowest)", value: ({ times }) => times && duration(times.decideSlowestSeconds) },
      {
        name: "Decided in time",
        value: ({ times }) => times && shareInWords(shareInTime(times.decidedInTime, times.decidedLate)),
      },
    ],
  ];
  return parts
    .map((rows) => rows.filter(({ value }) => months.some((month) => value(month))))
    .filter((rows) => rows.length > 0);
}

function inWords(value: number | string | null): string | null {
  return typeof value === "number" ? value.toLocaleString("en-IN") : value;
}

function duration(seconds: number | null): string | null {
  return seconds === null ? null : durationInWords(seconds);
}

/** Formats "83 %", rounded down, so that 100 % means all; null if nothing was due. */
export function shareInWords(share: number | null): string | null {
  return share === null ? null : `${Math.floor(share * 100)} %`;
}
