import { type ReactNode, useRef } from "react";
import { useNavigate } from "react-router";
import { setShortlisted } from "~/data/shortlist";
import { visitorBackend } from "~/data/visitor-backend";
import { compareHomes } from "~/domain/compare-homes";
import { formatDay } from "~/domain/dates";
import { comparePath, type Home, homePath, type HomeSuggestions, MAX_COMPARED } from "~/domain/home";
import { isolated } from "~/domain/plain-text";
import { stepsTo } from "~/domain/steps-to-home";
import { Breadcrumb } from "~/ui/breadcrumb";
import { ButtonLink } from "~/ui/button";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { PlaceName } from "~/ui/place-name";
import { SuggestingField } from "~/ui/suggesting-field";
import type { SuggestionGroup } from "~/ui/suggestion-list";
import { NoValue } from "~/ui/wide-table";
import { highlightOf, MAX_TITLE, placeText, reviewCount, shortened } from "./home-wording";
import type { CompareView } from "./load-home";
import { ShareButton } from "./share-button";
import { useShortlist } from "./shortlist-sign";

/** Describes a comparison for link previews. Search engines do not list it: each set of homes would be a page. */
export function aboutComparison(homes: Home[]) {
  const names = homes.map(({ propertyName }) => isolated(shortened(propertyName, 30)));
  return {
    title: shortened(`Compare ${names.join(", ") || "homes"}`, MAX_TITLE),
    description:
      "Up to four rental homes side by side: scores, deposits, water, rules and repairs, as tenants report them.",
    isUnlisted: true,
  };
}

/** Up to four homes side by side, and the shortlist of this device to choose from. (spec 10) */
export function ComparePage({ homes, missing }: CompareView) {
  const path = comparePath(homes.map(({ propertyId }) => propertyId));
  return (
    <Page
      breadcrumb={<Breadcrumb steps={stepsTo({})} />}
      title="Compare homes"
      intro={
        homes.length === 0
          ? "Add two to four homes and see what their tenants say, side by side."
          : "What their tenants say, side by side."
      }
      width="wide"
    >
      <div className="flex flex-col gap-8">
        {missing > 0 && (
          <Notice>
            {missing === 1 ? "One of these homes has" : `${missing} of these homes have`} no reviews any more, or the
            link is wrong.
          </Notice>
        )}
        {homes.length < MAX_COMPARED && <AddHome homes={homes} />}
        {homes.length > 0 && (
          <>
            <Comparison homes={homes} />
            <div className="flex flex-wrap items-center gap-4">
              <ShareButton title="Homes compared" path={path} />
              <p className="max-w-prose text-sm text-ink-muted">
                A dash means fewer than three tenants answered. “Better” marks a clear lead: ten percentage points or
                half a star, and not by one answer alone. “Worse” marks the same distance behind all others.
              </p>
            </div>
          </>
        )}
        {/* So high that the footer does not move when the browser fills it in. */}
        <div className="min-h-96">
          <Shortlist compared={homes} />
        </div>
      </div>
    </Page>
  );
}

/** Adds a home to the comparison by typing its name. Needs JavaScript. */
function AddHome({ homes }: { homes: Home[] }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={form}
      autoComplete="off"
      className="max-w-prose noscript:hidden"
      onSubmit={(event) => event.preventDefault()}
    >
      <SuggestingField<string>
        label={homes.length === 0 ? "Which home first?" : "Add a home"}
        name="home"
        type="search"
        placeholder="Type its name"
        autoComplete="off"
        listLabel="Homes"
        loadFind={async () => {
          const { suggestHomes } = await visitorBackend().actions();
          return async (text, signal) => suggestionsOf((await suggestHomes(text, null, signal)).homes);
        }}
        onChoose={(propertyId) => {
          form.current?.reset();
          const ids = new Set([...homes.map((home) => home.propertyId), propertyId].filter((id) => id !== ""));
          void navigate(comparePath([...ids]), { preventScrollReset: true });
        }}
      />
    </form>
  );
}

function suggestionsOf(homes: HomeSuggestions["homes"]): SuggestionGroup<string>[] {
  const none = { key: "none", label: "No home with this name has reviews.", value: "" };
  if (homes.length === 0) return [{ label: null, suggestions: [none] }];
  const suggestions = homes.map((home) => ({
    key: home.propertyId,
    label: home.propertyName,
    detail: `${placeText(home)} · ${reviewCount(home.count)}`,
    value: home.propertyId,
  }));
  return [{ label: "Homes with reviews", suggestions }];
}

/**
 * Four homes fit on a phone: the label of a row is above its values, across the table. The names stay visible while the page scrolls.
 */
function Comparison({ homes }: { homes: Home[] }) {
  const { rows, unanswered } = compareHomes(homes);
  const ids = homes.map(({ propertyId }) => propertyId);
  return (
    <div className="max-sm:-mx-4">
      <table className="compared">
        <caption className="sr-only">What tenants say of these homes</caption>
        <thead>
          <tr>
            {homes.map((home) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its link is the label
              <th key={home.propertyId} scope="col">
                <Link to={homePath(home)} className="link line-clamp-3 pb-0.5 leading-snug sm:text-base">
                  <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <Row label="Where">
          {homes.map((home) => (
            <td key={home.propertyId}>
              <span className="block">
                <PlaceName {...home} />
              </span>
              <Link
                to={comparePath(ids.filter((id) => id !== home.propertyId))}
                preventScrollReset
                className="link inline-flex min-h-target items-center sm:min-h-8"
              >
                Remove<span className="sr-only"> {home.propertyName}</span>
              </Link>
            </td>
          ))}
        </Row>
        {rows.map(({ label, cells }) => (
          <Row key={label} label={label}>
            {cells.map(({ text, detail, mark }, index) => (
              <td key={ids[index]} className={mark}>
                <span className="block font-semibold">{text ?? <NoValue why="fewer than three answers" />}</span>
                {detail && <span className="block text-ink-muted">{detail}</span>}
                {mark && <strong>{MARKS[mark]}</strong>}
              </td>
            ))}
          </Row>
        ))}
        <Row label="Newest review">
          {homes.map((home) => (
            <td key={home.propertyId}>
              <time dateTime={home.lastReviewOn} className="block text-ink-muted">
                {formatDay(home.lastReviewOn)}
              </time>
              <Excerpt home={home} />
            </td>
          ))}
        </Row>
      </table>
      {unanswered.length > 0 && (
        <details className="mt-2 max-w-prose text-sm max-sm:px-4">
          <summary className="link inline-flex min-h-target items-center font-semibold">
            {`Not answered yet (${unanswered.length})`}
          </summary>
          <p className="text-ink-muted">{unanswered.join(" · ")}</p>
        </details>
      )}
    </div>
  );
}

const MARKS = { better: "Better", worse: "Worse" } as const;

function Row({ label, children }: { label: string; children: ReactNode[] }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={children.length}>
          {label}
        </th>
      </tr>
      <tr>{children}</tr>
    </tbody>
  );
}

function Excerpt({ home: { excerpt } }: { home: Home }) {
  const { text, isQuote } = highlightOf({ recommend: { yes: 0, no: 0 }, excerpt });
  return (
    <span dir="auto" lang={languageOf(text)} className="line-clamp-6">
      {isQuote ? <q>{text}</q> : text}
    </span>
  );
}

/** Lists the homes of this device's shortlist. Explains an empty shortlist unless several homes are already compared. */
function Shortlist({ compared }: { compared: Home[] }) {
  const homes = useShortlist();
  if (homes.length === 0) {
    return compared.length > 1 ? null : (
      <Notice
        action={
          <ButtonLink to="/homes" variant="secondary">
            Homes by city
          </ButtonLink>
        }
      >
        To begin, type the name of a home, or open the homes of a city and tap “Shortlist”. Your shortlist is kept on
        this device only.
      </Notice>
    );
  }
  const path = comparePath(homes.map(({ propertyId }) => propertyId));
  return (
    <section aria-labelledby="shortlist" className="max-w-prose">
      <h2 id="shortlist" className="text-2xl">
        Your shortlist
      </h2>
      <p className="text-sm text-ink-muted">On this device only.</p>
      <ul className="my-2 flex flex-col">
        {homes.map((home) => (
          <li
            key={home.propertyId}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line wrap-anywhere"
          >
            <Link to={homePath(home)} className="link inline-flex min-h-target items-center font-semibold">
              <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
            </Link>
            <button type="button" className="button button-ghost button-sm" onClick={() => setShortlisted(home, false)}>
              Remove<span className="sr-only"> {home.propertyName} from shortlist</span>
            </button>
          </li>
        ))}
      </ul>
      <ButtonLink to={path} variant="secondary">
        {homes.length === 1
          ? "Look at it"
          : homes.length > MAX_COMPARED
            ? `Compare the first ${MAX_COMPARED}`
            : `Compare these ${homes.length}`}
      </ButtonLink>
    </section>
  );
}
