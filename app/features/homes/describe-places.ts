import { type HomeFigures, isThin, placePath } from "~/domain/home";
import { recommendCounts } from "~/domain/home-figures";
import { isolated } from "~/domain/plain-text";
import { depositText, homeCount, MAX_TITLE, placeText, recommendText, shortened } from "./home-wording";
import type { PlaceView } from "./load-places";

// Describes places as describe-home.ts describes homes. A separate file, so that pages of homes do not load it.

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
  return {
    title: shortened(`Tenant reviews of ${homeCount(count)} in ${place}`, MAX_TITLE),
    description: `What tenants say of ${homeCount(count)} in ${place}: scores, deposits, water and repairs. ${facts.join(" · ") || "Read them before you pay the deposit"}.`,
    canonicalPath: placePath(view),
    image: placePicturePath(view),
    isUnlisted: Object.keys(view.query.chosen).length > 0 || (!isLaterPage && isThin(homes)),
  };
}

/**
 * Returns facts such as "9 of 14 deposits back in full" and "40 of 60 would recommend"; leaves out facts without enough answers. (spec 10)
 */
export function factsOfPlace(figures: HomeFigures): string[] {
  return [depositText(figures), recommendText(recommendCounts(figures))].filter((fact) => fact !== null);
}

/** Returns the path of the picture for shared links. Its figures change once an hour. */
function placePicturePath(place: Pick<PlaceView, "city" | "locality" | "homeCount">): string {
  return `/pictures/places${placePath(place).slice("/homes".length)}.png?v=${place.homeCount}`;
}
