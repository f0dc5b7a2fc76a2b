import { Fragment } from "react";
import { formatDay } from "~/domain/dates";
import type { HomeKind } from "~/domain/deposit-companion";
import { type DepositStep, EXAMPLE_CITIES, stepsFor } from "~/domain/deposit-steps";
import { Link } from "~/ui/link";

/** The fourth part: what to do if letters do not help. (spec 12) */
export function NextSteps({ kind, city }: { kind: HomeKind; city: string }) {
  return (
    <>
      {kind === "flat" && city === "" && <p className="noscript:hidden">Choose your city above.</p>}
      <Steps steps={stepsFor(kind, city)} />
      {/* Without scripts there is no choice: the other kind, and cities whose steps differ. */}
      <div className="hidden noscript:block">
        <h3 className="mt-6 text-xl">In a PG or hostel</h3>
        <Steps steps={stepsFor("pg", "")} />
        {EXAMPLE_CITIES.map((each) => (
          <section key={each}>
            <h3 className="mt-6 text-xl">In {each}</h3>
            <Steps steps={stepsFor("flat", each).filter((step) => !stepsFor("flat", "").includes(step))} />
          </section>
        ))}
      </div>
    </>
  );
}

function Steps({ steps }: { steps: DepositStep[] }) {
  return (
    <ol className="steps">
      {steps.map(({ title, text, link, sources, asOf }) => (
        <li key={title + text}>
          <h3 className="font-semibold">{title}</h3>
          <p>{text}</p>
          {link && (
            <p>
              <Link to={link.url} className="link inline-flex min-h-target items-center">
                {link.label}
              </Link>
            </p>
          )}
          <p className="text-sm text-ink-muted">
            {sources.length > 1 ? "Sources: " : "Source: "}
            {sources.map(({ name, year, url }, index) => (
              <Fragment key={name}>
                {index > 0 && "; "}
                {url ? (
                  <Link to={url} className="link">
                    {name}
                  </Link>
                ) : (
                  name
                )}
                {!name.includes(String(year)) && `, ${year}`}
              </Fragment>
            ))}
            . As of <time dateTime={asOf}>{formatDay(asOf)}</time>.
          </p>
        </li>
      ))}
    </ol>
  );
}
