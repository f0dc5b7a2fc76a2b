import type { HomeFigures } from "~/domain/home";
import { topicCounts } from "~/domain/home-figures";
import { filterCount, type HomeQuery, homeQueryString } from "~/domain/home-query";
import { withCount } from "~/ui/counted";
import { Link } from "~/ui/link";

interface HomeTopicsProps {
  /** The page of the home. */
  path: string;
  query: HomeQuery;
  figures: HomeFigures;
}

/** What comments talk about. Each leads to those reviews, the one they show back to all. (spec 10) */
export function HomeTopics({ path, query, figures }: HomeTopicsProps) {
  const topics = topicCounts(figures, query.topic);
  if (topics.length === 0) return null;
  // With another filter a topic leads to fewer reviews.
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
