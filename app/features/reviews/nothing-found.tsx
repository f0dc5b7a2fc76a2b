import { type ComponentType, useEffect, useState } from "react";
import { countEmptySearch } from "~/data/empty-searches";
import { localityHomesPath } from "~/domain/home";
import { type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { writePath } from "~/domain/write-path";
import { ButtonLink } from "~/ui/button";
import { counted } from "~/ui/counted";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import type { ReviewList, SearchSuggestions } from "./read-review-list";

interface FollowedPlace {
  city: string;
  locality: string;
  userId: string | null;
}

export interface NothingFoundProps {
  list: ReviewList;
  /** The signed-in account; null if the visitor is logged out. */
  userId?: string | null;
  /** Loads the button and the form to hear of the first review of a place. */
  loadFollowPlace?: () => Promise<ComponentType<FollowedPlace>>;
}

const LINK = "inline-flex min-h-target items-center text-brand-strong underline";

/** Replaces an empty list with what to do next. (spec 2, 10) */
export function NothingFound({ list, userId = null, loadFollowPlace }: NothingFoundProps) {
  const { query, suggestions, guide } = list;
  const { similar = [], place = null, nearby = [], write = writePath({ city: query.city }) } = suggestions ?? {};
  const name = place && (place.locality ?? place.city);

  useEffect(() => {
    if (place) void countEmptySearch(place.city, place.locality);
  }, [place]);

  return (
    <div className="grid gap-6">
      <Notice
        action={widerQueries(query).map(({ label, without }) => (
          <ButtonLink key={label} to={`/reviews${reviewQueryString(without)}`} variant="secondary" size="sm">
            {label}
          </ButtonLink>
        ))}
      >
        <p>No reviews found matching your criteria. Try adjusting your filters or search term.</p>
        {similar.length > 0 && <SimilarHomes homes={similar} />}
      </Notice>
      {nearby.length > 0 && (
        <section>
          <h2 className="text-xl">Nearest places with reviews</h2>
          <ul className="mt-1 flex flex-wrap gap-x-6">
            {nearby.map(({ locality, city, homeCount }) => (
              <li key={`${locality}, ${city}`}>
                <Link to={localityHomesPath(city, locality)} className={LINK}>
                  <bdi>{city === place?.city ? locality : `${locality}, ${city}`}</bdi>
                  <span className="ml-2 no-underline">{counted(homeCount, "home")}</span>
                </Link>
              </li>
            ))}
          </ul>
          <p className="text-sm text-ink-muted">
            Where places are: India Post&apos;s directory of postal codes (Government Open Data License – India),
            edited.
          </p>
        </section>
      )}
      {loadFollowPlace && place && place.locality !== null && (
        <section className="noscript:hidden">
          <h2 className="mb-2 text-xl">
            Tell me when someone reviews a home in <bdi>{place.locality}</bdi>
          </h2>
          <FollowPlace
            key={place.locality}
            load={loadFollowPlace}
            city={place.city}
            locality={place.locality}
            userId={userId}
          />
        </section>
      )}
      <section>
        <h2 className="mb-2 text-xl">
          {name ? (
            <>
              Have you lived in <bdi>{name}</bdi>?
            </>
          ) : (
            "Have you lived there?"
          )}
        </h2>
        <ButtonLink to={write} variant="secondary" size="sm">
          Write the first review
        </ButtonLink>
      </section>
      {guide && (
        <p>
          <Link to={guide.path} className={LINK}>
            {guide.title}
          </Link>
        </p>
      )}
    </div>
  );
}

function FollowPlace({ load, ...place }: FollowedPlace & { load: NonNullable<NothingFoundProps["loadFollowPlace"]> }) {
  const [Loaded, setLoaded] = useState<ComponentType<FollowedPlace> | null>(null);
  useEffect(() => {
    load().then(
      (loaded) => setLoaded(() => loaded),
      () => {},
    );
  }, [load]);
  return Loaded ? <Loaded {...place} /> : <div className="min-h-40" />;
}

function SimilarHomes({ homes }: { homes: SearchSuggestions["similar"] }) {
  return (
    <>
      <p className="mt-3">Did you mean …</p>
      <ul className="mt-1 flex flex-col gap-2">
        {homes.map(({ propertyId, propertyName, locality, city }) => (
          <li key={propertyId}>
            <Link to={`/reviews?property=${propertyId}`} className="text-brand-strong underline">
              <bdi>{propertyName}</bdi>, <bdi>{[locality, city].filter(Boolean).join(", ")}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns each filter in use, with the query without it. */
function widerQueries(query: ReviewQuery): { label: string; without: ReviewQuery }[] {
  const { search, city, sort } = query;
  return [
    ...(search ? [{ label: "Clear search", without: { ...query, search: "" } }] : []),
    ...(city ? [{ label: "All cities", without: { ...query, city: "" } }] : []),
    ...(sort === "verified"
      ? [{ label: "Include unverified reviews", without: { ...query, sort: "recent" as const } }]
      : []),
  ];
}
