import { type Home, homePath } from "~/domain/home";
import { recommendCounts } from "~/domain/home-figures";
import { isolated } from "~/domain/plain-text";
import { averageRating } from "~/domain/property-group";
import { depositText, MAX_TITLE, placeText, recommendText, reviewCount, shortened } from "./home-wording";

// What the pages say of themselves to search engines and in link previews: the part of features/site/page-meta.ts
// that differs from page to page. Every sort, filter and further page points to the page without them.

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
