import type { HomeFigures } from "~/domain/home";
import { type Count, photoCount, starCounts, topicCounts, totalOf, yearCounts } from "~/domain/home-figures";
import {
  FILTER_QUESTIONS,
  filterCount,
  HOME_SORTS,
  type HomeQuery,
  homeQueryString,
  parseHomeQuery,
} from "~/domain/home-query";
import { answerInWords, question } from "~/domain/questions";
import { Button } from "~/ui/button";
import { withCount } from "~/ui/counted";
import { SelectField } from "~/ui/select-field";
import { starsInWords } from "~/ui/star-rating";
import { useFilterForm } from "./use-filter-form";
import { Link } from "~/ui/link";

const SORTS = Object.entries(HOME_SORTS).map(([value, label]) => ({ value, label }));
/** Controls side by side: narrower than in forms, with the same height. */
const SELECT = "min-w-0 [&_select]:min-h-target [&_select]:pl-2 [&_select]:text-[1rem] sm:[&_select]:text-sm";
/** The label of a filter without a choice, and the prefix of its answers, which would be unclear alone. */
const FILTERS = {
  deposit_back: { label: "Deposit", before: "Back: " },
  size: { label: "Size", before: "" },
} as const satisfies Record<(typeof FILTER_QUESTIONS)[number], { label: string; before: string }>;

interface HomeReviewFiltersProps {
  /** The path of the home's page. */
  path: string;
  query: HomeQuery;
  figures: HomeFigures;
}

/**
 * Sorts and filters a home's reviews through the URL. Offers the answers that occur, each with its number of reviews if the figures
 * contain that number. A plain form without JavaScript; with JavaScript, the reviews follow each change. (spec 10)
 */
export function HomeReviewFilters({ path, query, figures }: HomeReviewFiltersProps) {
  const { form, show, submit } = useFilterForm(path, homeQueryString(query), (chosen) =>
    homeQueryString(parseHomeQuery(chosen)),
  );
  const stars = starCounts(figures)
    .map((count, index) => ({ key: String(index + 1), label: starsInWords(index + 1), count }))
    .toReversed();
  const total = totalOf(stars);
  const chosenCount = filterCount(query);
  const filtersInForm = filterCount({ ...query, topic: null });
  if (total < 2 && chosenCount === 0) return null;

  // The figures count reviews of one answer, not of two filters together.
  const isAlone = (isChosen: boolean) => chosenCount === (isChosen ? 1 : 0);
  // Omit a filter if none of its answers would exclude a review.
  const filter = (name: string, label: string, counts: Count[], chosen = "") =>
    (chosen !== "" || counts.some(({ count }) => count > 0 && count < total)) && (
      <SelectField
        key={name}
        label={label}
        hideLabel
        name={name}
        placeholder={label}
        options={counts
          .filter(({ key, count }) => count > 0 || key === chosen)
          .map((answer) => ({
            value: answer.key,
            label: withCount(answer.label, isAlone(chosen !== "") ? answer.count : null),
          }))}
        defaultValue={chosen}
        onChange={() => show()}
        className={SELECT}
      />
    );
  const photos = photoCount(figures);
  // Keep the selected year even if no review has it.
  const years = yearCounts({ [`move_in_year:${query.year}`]: 0, ...figures });

  return (
    <form
      ref={form}
      action={path}
      aria-label="Sort and filter"
      autoComplete="off"
      onSubmit={submit}
      className="home-filters"
    >
      <div>
        <SelectField
          label="Sort by"
          hideLabel
          name="sort"
          options={SORTS}
          defaultValue={query.sort}
          onChange={() => show()}
          className={SELECT}
        />
      </div>
      <details>
        <summary className="button button-secondary button-sm">
          {filtersInForm > 0 ? `Filter (${filtersInForm})` : "Filter"}
        </summary>
        <div>
          {filter("stars", "Stars", stars, query.stars?.toString())}
          {(query.withPhotos || (photos > 0 && photos < total)) && (
            <PhotosToggle
              isChosen={query.withPhotos}
              count={isAlone(query.withPhotos) ? photos : null}
              onChange={() => show()}
            />
          )}
          {FILTER_QUESTIONS.map((key) => {
            const { label, before } = FILTERS[key];
            const counts = Object.keys(question(key).answers).flatMap((answer) => {
              const words = answerInWords(key, answer)?.text;
              return words ? [{ key: answer, label: before + words, count: figures[`${key}:${answer}`] ?? 0 }] : [];
            });
            return filter(key, label, counts, query.answers[key]);
          })}
          {filter("year", "Moved in", years, query.year?.toString())}
        </div>
      </details>
      {query.topic !== null && <input type="hidden" name="topic" value={query.topic} />}
      <Button type="submit" variant="secondary" size="sm" className="hidden noscript:inline-flex">
        Show
      </Button>
    </form>
  );
}

interface PhotosToggleProps {
  isChosen: boolean;
  count: number | null;
  onChange: () => void;
}

function PhotosToggle({ isChosen, count, onChange }: PhotosToggleProps) {
  return (
    <label className="photos-toggle">
      <input type="checkbox" name="photos" value="1" defaultChecked={isChosen} onChange={onChange} />
      {withCount("Verified, with photos", count)}
    </label>
  );
}

interface HomeTopicsProps {
  /** The path of the home's page. */
  path: string;
  query: HomeQuery;
  figures: HomeFigures;
}

/** Topics of the comments. Each links to its reviews; the selected topic links back to all. (spec 10) */
export function HomeTopics({ path, query, figures }: HomeTopicsProps) {
  const topics = topicCounts(figures, query.topic);
  if (topics.length === 0) return null;
  // The figures count the reviews of a topic without other filters.
  const isAlone = filterCount({ ...query, topic: null }) === 0;
  return (
    <ul aria-label="Topics of the reviews" className="home-topics">
      {topics.map(({ key, label, count }) => {
        const isShown = query.topic === key;
        return (
          <li key={key}>
            <Link
              to={path + homeQueryString({ ...query, topic: isShown ? null : key })}
              preventScrollReset
              aria-current={isShown || undefined}
            >
              {withCount(label, isAlone ? count : null)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
