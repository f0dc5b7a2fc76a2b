import { type Home, homePath } from "~/domain/home";
import { recommendCounts } from "~/domain/home-figures";
import { isolated } from "~/domain/plain-text";
import { averageRating } from "~/domain/property-group";
import { depositText, MAX_TITLE, placeText, recommendText, reviewCount, shortened } from "./home-wording";

// Describes a home to search engines and link previews, for features/site/page-meta.ts. Sorted, filtered and further pages have the
// canonical URL of the home's plain page.

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

/** Describes the score, with the deposits if they are known: most visitors ask for them. */
function scoreOfHome(home: Home, name: string): string {
  if (home.count === 0) return `No review of ${name} is counted in a score.`;
  const average = averageRating(home);
  const deposit = depositText(home.figures);
  if (deposit !== null)
    return `${average} from ${home.count.toLocaleString("en-IN")} tenants · ${deposit}. Read what they say of ${name}.`;
  const recommend = recommendText(recommendCounts(home.figures));
  return `${average} out of 5 from ${reviewCount(home.count)} by tenants of ${name}. ${recommend ?? "Read them before you pay the deposit"}.`;
}

/** Returns the path of the picture for shared links. `v` changes with the reviews, so that caches fetch a new one. */
export function homePicturePath({
  propertyId,
  count,
  totalRating,
}: Pick<Home, "propertyId" | "count" | "totalRating">): string {
  return `/pictures/homes/${propertyId.slice(0, 8)}.png?v=${count}-${totalRating}`;
}
