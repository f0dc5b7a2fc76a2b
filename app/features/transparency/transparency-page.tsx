import { formatMonth } from "~/domain/dates";
import { durationInWords } from "~/domain/duration";
import { GRIEVANCE_GROUNDS, type GrievanceGround } from "~/domain/grievance";
import { type GrievanceTimes, shareInTime, type TransparencyMonth } from "~/domain/transparency";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

/** What was published, reported and decided, month by month; null on a site without a database. (spec 11) */
export function TransparencyPage({ months }: { months: TransparencyMonth[] | null }) {
  return (
    <Page
      title="Transparency"
      intro="What was published, reported and decided here, month by month, counted from the log of decisions."
      width="prose"
    >
      {months === null && (
        <Notice>There is nothing to count: this site runs without a database, and reviews stay in your browser.</Notice>
      )}
      {months?.length === 0 && <Notice>Nothing has been published or decided yet.</Notice>}
      {months && months.length > 0 && (
        <div className="grid gap-8">
          <p>
            We decide by the{" "}
            <Link to="/review-policy" className="link">
              Review Policy
            </Link>
            . What is not listed for a month did not happen that month. Decisions undone within a minute are not
            counted. The same figures as a table:{" "}
            <a href="/transparency.csv" download="gharsach-transparency.csv" className="link">
              download CSV
            </a>
            .
          </p>
          {months.map((month) => (
            <Month key={month.month} month={month} />
          ))}
        </div>
      )}
    </Page>
  );
}

function Month({ month }: { month: TransparencyMonth }) {
  const clauses = Object.entries(month.hiddenByClause).map(
    ([clause, count]) => [clause ? `under clause ${clause}` : "without a clause", count] as const,
  );
  const grounds = (Object.keys(GRIEVANCE_GROUNDS) as GrievanceGround[]).flatMap((ground) => {
    const count = month.grievancesByGround[ground];
    return count ? [[GRIEVANCE_GROUNDS[ground], count] as const] : [];
  });
  return (
    <section aria-labelledby={`month-${month.month}`}>
      <h2 id={`month-${month.month}`} className="text-2xl">
        {formatMonth(`${month.month}-01`)}
      </h2>
      <dl className="mt-2 border-t border-line">
        <Count name="Reviews published" value={month.published} />
        <Count name="Reviews reported" value={month.reportedReviews} />
        <Count name="Reports" value={month.reports} />
        <Count name="Reviews hidden" value={month.hidden} />
        {clauses.map(([name, count]) => (
          <Count key={name} name={name} value={count} isPart />
        ))}
        <Count name="Reviews shown again" value={month.shownAgain} />
        <Count name="Reviews cleared after a report" value={month.cleared} />
        <Count name="Replies published" value={month.repliesPublished} />
        <Count name="Replies refused" value={month.repliesRefused} />
        <Count name="Authors looked up, for a court or at their own request" value={month.authorsLookedUp} />
        <Count name="Complaints" value={month.grievances} />
        {grounds.map(([name, count]) => (
          <Count key={name} name={name} value={count} isPart />
        ))}
        {month.times && <Times times={month.times} />}
      </dl>
    </section>
  );
}

function Times({ times }: { times: GrievanceTimes }) {
  return (
    <>
      <Count name="Complaints decided" value={times.decided} />
      <Count name="Read within" value={range(times.acknowledgeMedianSeconds, times.acknowledgeSlowestSeconds)} />
      <Count name="Read in time" value={shareInWords(shareInTime(times.acknowledgedInTime, times.acknowledgedLate))} />
      <Count name="Decided within" value={range(times.decideMedianSeconds, times.decideSlowestSeconds)} />
      <Count name="Decided in time" value={shareInWords(shareInTime(times.decidedInTime, times.decidedLate))} />
    </>
  );
}

function range(median: number | null, slowest: number | null): string {
  if (median === null || slowest === null) return "–";
  return `${durationInWords(median)} (median), ${durationInWords(slowest)} (slowest)`;
}

/** Nothing for none: most months of most sites would be a list of zeros. */
function Count({ name, value, isPart }: { name: string; value: number | string; isPart?: boolean }) {
  if (value === 0) return null;
  return (
    <div
      className={`flex items-end justify-between gap-x-4 border-b border-line py-2 ${isPart ? "pl-4 text-ink-muted" : ""}`}
    >
      <dt>{name}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  );
}

/** "83 %", rounded down, so that all is all; "–" where nothing was due. */
export function shareInWords(share: number | null): string {
  return share === null ? "–" : `${Math.floor(share * 100)} %`;
}
