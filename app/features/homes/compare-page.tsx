import { setShortlisted } from "~/data/shortlist";
import { comparedRows } from "~/domain/compare-homes";
import { formatDay } from "~/domain/dates";
import { comparePath, type Home, homePath, MAX_COMPARED } from "~/domain/home";
import { isolated } from "~/domain/plain-text";
import { stepsTo } from "~/domain/steps-to-home";
import { Breadcrumb } from "~/ui/breadcrumb";
import { ButtonLink } from "~/ui/button";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { NoValue } from "~/ui/wide-table";
import { highlightOf, MAX_TITLE, placeText, shortened } from "./home-wording";
import type { CompareView } from "./load-home";
import { ShareButton } from "./share-button";
import { useShortlist } from "./shortlist-button";

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
      intro="What their tenants say, side by side."
      width="wide"
    >
      <div className="flex flex-col gap-8">
        {missing > 0 && (
          <Notice>
            {missing === 1 ? "One of these homes has" : `${missing} of these homes have`} no reviews any more, or the
            link is wrong.
          </Notice>
        )}
        {homes.length > 0 && (
          <>
            <Comparison homes={homes} />
            <div className="flex flex-wrap items-center gap-4">
              <ShareButton title="Homes compared" path={path} />
              <p className="max-w-prose text-sm text-ink-muted">
                A dash: fewer than three tenants say so. “Better” stands where a home leads the others by 10 of a
                hundred tenants, or half a star, and still would if one more tenant of each said the opposite.
              </p>
            </div>
          </>
        )}
        <Shortlist compared={homes} />
      </div>
    </Page>
  );
}

/** Scrolls both ways inside its frame on small screens, so that the names above and the questions beside stay visible. */
function Comparison({ homes }: { homes: Home[] }) {
  return (
    <section
      aria-label="Comparison"
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative max-h-[85dvh] overflow-auto rounded-lg border border-line bg-surface lg:max-h-none"
    >
      {/* All columns are equally wide, whatever the names: two homes fit on a phone of 360 pixels. */}
      <table
        style={{ ["--homes" as string]: homes.length }}
        className="w-full min-w-[calc(var(--label)+var(--homes)*6.875rem)] table-fixed border-separate border-spacing-0 text-sm wrap-anywhere [--label:6.5rem] sm:[--label:13rem] [&_td]:border-t [&_td]:border-line [&_td]:px-2 sm:[&_td]:px-3 [&_td]:py-2 [&_th]:px-2 sm:[&_th]:px-3 [&_th]:py-2 [&_th]:text-left"
      >
        <caption className="sr-only">What tenants say of these homes</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 left-0 z-20 w-(--label) bg-surface">
              <span className="sr-only">What they say</span>
            </th>
            {homes.map((home) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its link is the label
              <th
                key={home.propertyId}
                scope="col"
                className="sticky top-0 z-10 border-l border-line bg-surface align-bottom"
              >
                <Link to={homePath(home)} className="link line-clamp-3 text-base leading-tight">
                  <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
                </Link>
                <span className="mt-1 line-clamp-2 font-normal text-ink-muted">{placeText(home)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparedRows(homes).map(({ label, cells }) => (
            <tr key={label}>
              <RowHeader label={label} />
              {cells.map(({ text, detail, isBetter }, index) => (
                <td
                  key={homes[index]?.propertyId}
                  className={`border-l align-top ${isBetter ? "bg-brand-soft font-semibold" : ""}`}
                >
                  {text ?? <NoValue why="too few answers" />}
                  {detail && <span className="block text-ink-muted">{detail}</span>}
                  {isBetter && <span className="block text-xs text-brand">Better</span>}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <RowHeader label="Newest review" />
            {homes.map((home) => (
              <td key={home.propertyId} className="border-l align-top">
                <time dateTime={home.lastReviewOn} className="block text-ink-muted">
                  {formatDay(home.lastReviewOn)}
                </time>
                <Excerpt home={home} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function RowHeader({ label }: { label: string }) {
  return (
    <th
      scope="row"
      className="sticky left-0 z-10 border-t border-line bg-surface align-top font-semibold max-sm:text-xs"
    >
      {label}
    </th>
  );
}

function Excerpt({ home: { excerpt } }: { home: Home }) {
  const { text, isQuote } = highlightOf({ recommend: { yes: 0, no: 0 }, excerpt });
  return (
    <span dir="auto" lang={languageOf(text)}>
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
        Your shortlist is empty. “Shortlist” is on the page of each home and in the lists of cities; it is kept on this
        device only.
      </Notice>
    );
  }
  const path = comparePath(homes.map(({ propertyId }) => propertyId));
  return (
    <section aria-labelledby="shortlist">
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
              Remove<span className="sr-only"> {home.propertyName}</span>
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
