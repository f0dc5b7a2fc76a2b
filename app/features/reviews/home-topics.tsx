import type { HomeFigures } from "~/domain/home";
import { topicCounts } from "~/domain/home-figures";
import { filterCount, type HomeQuery, homeQueryString } from "~/domain/home-query";
import { withCount } from "~/ui/counted";
import { Link } from "~/ui/link";

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
  // Another filter at the same time would show fewer reviews.
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
