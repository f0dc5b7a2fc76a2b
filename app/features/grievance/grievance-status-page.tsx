import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { formatTime } from "~/domain/dates";
import { GRIEVANCE_GROUNDS, GRIEVANCE_OUTCOMES, GRIEVANCE_WRITERS, type GrievanceStatus } from "~/domain/grievance";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { useIsHydrated } from "~/ui/use-is-hydrated";
import type { TypedGrievance } from "./use-grievance-form";

/** The status of a grievance, for anyone with its secret URL. (spec 11) */
export function GrievanceStatusPage({ grievance }: { grievance: GrievanceStatus }) {
  const { ticket, acknowledgedAt, decision } = grievance;
  const typed = useTyped(grievance);
  return (
    <Page title={`Complaint ${ticket}`} intro={stateOf(grievance)} width="prose">
      <div className="grid gap-6">
        {decision && <Decision decision={decision} />}
        <ol className="border-l-4 border-line pl-4">
          <Step name="Received" at={grievance.receivedAt} />
          <Step name="Read by a person" at={acknowledgedAt} by={grievance.acknowledgeBy} />
          <Step name="Decided" at={decision?.at ?? null} by={grievance.decideBy} />
        </ol>
        <Notice>
          Keep the address of this page, which is also in our emails to you. Anyone who has it can read the complaint;
          the number <span className="whitespace-nowrap">{ticket}</span> alone does not open it.
        </Notice>
        <section aria-labelledby="grievance">
          <h2 id="grievance" className="text-xl">
            Your complaint
          </h2>
          <dl className="mt-2 grid gap-3">
            <Fact name="Who you are">{GRIEVANCE_WRITERS[grievance.writer]}</Fact>
            <Fact name="What it is about">{GRIEVANCE_GROUNDS[grievance.ground]}</Fact>
            {typed && (
              <>
                <Fact name="Which page">
                  {/^\/(?![/\\])/.test(typed.page) ? (
                    <Link to={typed.page} className="link">
                      {typed.page}
                    </Link>
                  ) : (
                    typed.page
                  )}
                </Fact>
                <Fact name="What is wrong">
                  <p dir="auto" className="whitespace-pre-line">
                    {typed.words}
                  </p>
                </Fact>
              </>
            )}
          </dl>
          {!typed && (
            <p className="mt-3 text-sm text-ink-muted">What you wrote is shown here once a person has read it.</p>
          )}
        </section>
      </div>
    </Page>
  );
}

/**
 * Returns the page and text of the grievance; null if neither the server nor this tab has them. Hydration must match the server's
 * page, which has no history state.
 */
function useTyped({ page, words }: GrievanceStatus): TypedGrievance | null {
  const { state } = useLocation() as { state: TypedGrievance | null };
  const isHydrated = useIsHydrated();
  if (page !== null && words !== null) return { page, words };
  return isHydrated ? state : null;
}

function Decision({ decision }: { decision: NonNullable<GrievanceStatus["decision"]> }) {
  return (
    <section aria-labelledby="decision" className="border border-t-3 border-line border-t-brand bg-surface p-4 sm:p-5">
      <h2 id="decision" className="text-2xl">
        {GRIEVANCE_OUTCOMES[decision.outcome]}
      </h2>
      <p className="mt-2 wrap-anywhere">{decision.sentence}</p>
      {decision.clause && (
        <p className="mt-2">
          This follows clause {decision.clause} of the{" "}
          <Link to="/review-policy" className="link">
            Review Policy
          </Link>
          .
        </p>
      )}
      <p className="mt-2 text-sm text-ink-muted">
        If you think this is wrong, you may appeal to the government's{" "}
        <a href="https://gac.gov.in" className="link">
          Grievance Appellate Committee
        </a>{" "}
        within 30 days.
      </p>
    </section>
  );
}

function stateOf({ decision, acknowledgedAt, decideBy, acknowledgeBy }: GrievanceStatus): string {
  if (decision) return "We have decided.";
  if (acknowledgedAt !== null) return `A person has read it. We will decide by ${india(decideBy)}.`;
  return `It has arrived. A person will read it by ${india(acknowledgeBy)}.`;
}

/** `by` is the deadline, shown until the step is done. */
function Step({ name, at, by }: { name: string; at: number | null; by?: number }) {
  return (
    <li className="py-1.5">
      <span className={at === null ? "text-ink-muted" : "font-semibold"}>{name}</span>{" "}
      <span className="text-sm text-ink-muted">
        {at !== null ? (
          <Time at={at} />
        ) : (
          by !== undefined && (
            <>
              by <Time at={by} />
            </>
          )
        )}
      </span>
    </li>
  );
}

function Time({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatTime(new Date(at))}</time>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function india(at: number): string {
  return formatTime(new Date(at));
}
