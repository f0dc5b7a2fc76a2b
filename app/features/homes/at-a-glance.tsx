import type { Home } from "~/domain/home";
import { answerCounts, atAGlance, countOf, type Share } from "~/domain/home-figures";
import { writePath } from "~/domain/write-path";
import { question, type QuestionKey } from "~/domain/questions";
import { Link } from "~/ui/link";
import { figureId } from "./home-figures";

/** Tiles that show how many gave an answer. The other counted tiles say who is welcome. */
const COUNTED: Partial<Record<QuestionKey, string>> = {
  would_recommend: "Recommend it",
  deposit_back: "Deposit back in full",
  water: "Water all day",
  management_response_time: "Heard back in a week",
};
/** Tiles that show the most frequent answer. */
const NAMED: Partial<Record<QuestionKey, string>> = { rent: "Rent", size: "Size", deposit: "Deposit asked" };

/** The figures that help most to decide, each a link to its bars. (spec 10) */
export function AtAGlance({ home }: { home: Home }) {
  const shares = atAGlance(home.figures);
  // A PG has one operator, even if brokers let some of its rooms.
  const hasSeveralOwners =
    answerCounts(home.figures, "let_by").length > 1 && !home.figures["property_type:PG / Hostel"];
  return (
    <section aria-labelledby="at-a-glance" className="min-w-0">
      <h2 id="at-a-glance" className="sr-only">
        At a glance
      </h2>
      {shares.length === 0 ? (
        <p className="text-sm text-ink-muted">
          {"Figures appear once three tenants have answered. "}
          <Link to={writePath(home)} className="link font-semibold">
            Have you lived here?
          </Link>
        </p>
      ) : (
        <ul className="glance">
          {shares.map((share) => (
            <li key={share.question}>
              <a href={`#${figureId(share.question)}`}>
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

/** "₹25,000–35,000" does not fit beside its count on a phone. */
function shortened(answer: string): string {
  return answer.replaceAll(",000", "k").replace(" lakh", "L");
}

function Words({ share }: { share: Share }) {
  const { asks, answers } = question(share.question);
  const named = NAMED[share.question];
  const count = countOf(share);
  const [value, then] = named
    ? [shortened(answers[share.answer] ?? ""), share.question === "deposit" ? null : count]
    : [count, share.waiting && `${share.waiting.toLocaleString("en-IN")} waiting`];
  return (
    <>
      <span>{named ?? COUNTED[share.question] ?? `${asks} welcome`}</span> <strong>{value}</strong>
      {then && <span>{` · ${then}`}</span>}
    </>
  );
}
