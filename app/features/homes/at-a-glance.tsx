import type { Home } from "~/domain/home";
import { answerCounts, atAGlance, countOf, type Share, waitingText } from "~/domain/home-figures";
import { writePath } from "~/domain/write-path";
import { question, type QuestionKey } from "~/domain/questions";
import { Link } from "~/ui/link";
import { figureId } from "./home-figures";
import { DEPOSITS_BACK } from "./home-wording";

/** Label after the count ("8 of 10 would recommend"). A question without a label shows its answer first. */
const WORDS: Partial<Record<QuestionKey, string>> = {
  would_recommend: "would recommend",
  deposit_back: DEPOSITS_BACK,
  water: "have water all day",
  management_response_time: "heard back in a week",
};

/** The figures that help most to decide, each a link to its bars. (spec 10) */
export function AtAGlance({ home }: { home: Home }) {
  const shares = atAGlance(home.figures);
  // A PG has one operator, even if brokers let some of its rooms.
  const hasSeveralOwners =
    answerCounts(home.figures, "let_by").length > 1 && !home.figures["property_type:PG / Hostel"];
  return (
    <section aria-labelledby="at-a-glance" className="min-w-0 pt-1 sm:pt-3 lg:col-span-2 lg:row-start-1 lg:pt-6">
      <h2 id="at-a-glance" className="sr-only">
        At a glance
      </h2>
      {shares.length === 0 ? (
        <p className="text-sm text-ink-muted">
          {"No figures yet: they take three answers each. "}
          <Link to={writePath(home)} className="link font-semibold">
            Have you lived here?
          </Link>
        </p>
      ) : (
        <ul className="grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {shares.map((share) => (
            <li key={share.question} className="-mr-px -mb-px border-r border-b border-line max-sm:last:odd:col-span-2">
              <a
                href={`#${figureId(share.question)}`}
                className="flex h-full min-h-target flex-col justify-center px-2.5 py-1 text-ink no-underline hover:bg-surface-sunken sm:py-1.5 lg:px-4 lg:py-3"
              >
                <Words share={share} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {hasSeveralOwners && (
        <p className="mt-1 text-sm leading-snug">Flats here have different owners: ask whose you are renting.</p>
      )}
    </section>
  );
}

function Words({ share }: { share: Share & { also?: Share } }) {
  const { asks, answers, figure } = question(share.question);
  const isWelcome = typeof figure === "object" && figure !== null;
  const words = WORDS[share.question] ?? (isWelcome ? `${asks.toLowerCase()} welcome` : null);
  const [first, then] =
    words === null
      ? [answers[share.answer] ?? "", [countOf(share), share.also && sizeText(share.also)].filter(Boolean).join(" · ")]
      : [countOf(share), [words, waitingText(share)].filter(Boolean).join(", ")];
  return (
    <>
      <strong className="leading-tight whitespace-nowrap tabular-nums max-sm:text-[0.9375rem]">{first}</strong>{" "}
      <span className="text-xs leading-tight text-ink-muted">{then}</span>
    </>
  );
}

function sizeText(share: Share): string {
  return `${question(share.question).answers[share.answer] ?? ""} ${countOf(share)}`;
}
