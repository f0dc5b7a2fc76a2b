import { writePath } from "~/domain/write-path";
import { type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import type { ReviewList } from "./read-review-list";

/** Replaces an empty list: homes with similar names, and suggestions. (spec 2) */
export function NothingFound({ list: { query, similar = [] } }: { list: ReviewList }) {
  return (
    <Notice
      action={
        <>
          {waysToAskForMore(query).map(({ label, without }) => (
            <ButtonLink key={label} to={`/reviews${reviewQueryString(without)}`} variant="secondary" size="sm">
              {label}
            </ButtonLink>
          ))}
          <ButtonLink to={writePath({ propertyName: query.search, city: query.city })} variant="secondary" size="sm">
            Write the first review
          </ButtonLink>
        </>
      }
    >
      <p>No reviews found matching your criteria. Try adjusting your filters or search term.</p>
      {similar.length > 0 && (
        <>
          <p className="mt-3">Did you mean …</p>
          <ul className="mt-1 flex flex-col gap-2">
            {similar.map(({ propertyId, propertyName, locality, city }) => (
              <li key={propertyId}>
                <Link to={`/reviews?property=${propertyId}`} className="text-brand-strong underline">
                  <bdi>{propertyName}</bdi>, <bdi>{[locality, city].filter(Boolean).join(", ")}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

/** Returns each filter in use, with the query without it. */
function waysToAskForMore(query: ReviewQuery): { label: string; without: ReviewQuery }[] {
  const { search, city, sort } = query;
  return [
    ...(search ? [{ label: "Clear search", without: { ...query, search: "" } }] : []),
    ...(city ? [{ label: "All cities", without: { ...query, city: "" } }] : []),
    ...(sort === "verified"
      ? [{ label: "Include unverified reviews", without: { ...query, sort: "recent" as const } }]
      : []),
  ];
}
