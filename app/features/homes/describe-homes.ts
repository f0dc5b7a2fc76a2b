import { type Home, type HomeFigures, homePath, isThin, placePath } from "~/domain/home";
import { recommendCounts } from "~/domain/home-figures";
import { isolated } from "~/domain/plain-text";
import { averageRating } from "~/domain/property-group";
import type { PlaceView } from "./load-places";
import { depositText, homeCount, placeText, recommendText, reviewCount, shortened } from "./home-wording";

// What the pages say of themselves to search engines and in link previews: the part of features/site/page-meta.ts
// that differs from page to page. Every sort, filter and further page points to the page without them.

const MAX_TITLE = 75;

export const ABOUT_CITIES = {
  title: "Rental homes by city, reviewed by tenants",
  description:
    "Choose a city and read what tenants say about its homes: ratings, repairs and how fast the management responds.",
  canonicalPath: "/homes",
};

export function aboutPlace(view: PlaceView) {
  const { city, locality, homeCount: count, homes, isLaterPage } = view;
  const place = isolated(shortened(placeText({ locality, city }), 40));
  const facts = view.figures === null ? [] : factsOfPlace(view.figures.all);
  const reviewed = `${count.toLocaleString("en-IN")} reviewed by tenants`;
  return {
    title: shortened(
      locality === null ? `Homes for rent in ${place}: ${reviewed}` : `Homes in ${place}: ${reviewed}`,
      MAX_TITLE,
    ),
    description: `${homeCount(count)} in ${place} with scores and reviews by tenants. ${facts.join(" · ") || "Read them before you pay the deposit"}.`,
    canonicalPath: placePath(view),
    image: placePicturePath(view),
    isUnlisted: Object.keys(view.query.chosen).length > 0 || (!isLaterPage && isThin(homes)),
  };
}

/** "9 of 14 deposits back in full", "40 of 60 would recommend"; without those that have fewer than ten answers. (spec 10) */
export function factsOfPlace(figures: HomeFigures): string[] {
  return [depositText(figures), recommendText(recommendCounts(figures))].filter((fact) => fact !== null);
}

export function aboutHome(home: Home) {
  const place = isolated(shortened(placeText(home), 40));
  const name = isolated(shortened(home.propertyName, Math.max(MAX_TITLE - place.length - 12, 24)));
  return {
    title: `${name}, ${place}: reviews`,
    description: scoreOfHome(home, `${name}, ${place}`),
    canonicalPath: homePath(home),
    image: homePicturePath(home),
  };
}

/** With the one fact that most ask for, where it is known. */
function scoreOfHome(home: Home, name: string): string {
  const average = averageRating(home);
  const deposit = depositText(home.figures);
  if (deposit !== null)
    return `${average} from ${home.count.toLocaleString("en-IN")} tenants · ${deposit}. Read what they say of ${name}.`;
  const recommend = recommendText(recommendCounts(home.figures));
  return `${average} out of 5 from ${reviewCount(home.count)} by tenants of ${name}. ${recommend ?? "Read them before you pay the deposit"}.`;
}

/** The picture of a home for shared links. `v` changes with its reviews, so that caches ask for another. */
export function homePicturePath({
  propertyId,
  count,
  totalRating,
}: Pick<Home, "propertyId" | "count" | "totalRating">): string {
  return `/pictures/homes/${propertyId.slice(0, 8)}.png?v=${count}-${totalRating}`;
}

/** The picture of a place for shared links. Its figures change once an hour. */
function placePicturePath(place: Pick<PlaceView, "city" | "locality" | "homeCount">): string {
  return `/pictures/places${placePath(place).slice("/homes".length)}.png?v=${place.homeCount}`;
}
