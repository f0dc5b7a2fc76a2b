import { depositFigures } from "~/data/deposits";
import { homePicture } from "~/data/home-picture";
import { findHome, homesOfCity, homesOfLocality } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { depositSummary } from "~/domain/deposits";
import { countOf } from "~/domain/home-figures";
import { isolated } from "~/domain/plain-text";
import { averageRating } from "~/domain/property-group";
import { factsOfPlace } from "./describe-places";
import { depositText, homeCount, placeText, reviewCount, shortened } from "./home-wording";

/**
 * Draws the picture of a home for a file name such as "1a2b3c4d.png". Resolves to "unknown" if there is no such home, "busy" if too
 * many pictures wait to be drawn. (spec 10)
 */
export async function loadHomePicture(file: string, backend: PageBackend): Promise<Buffer | "busy" | "unknown"> {
  const shortId = /^([\da-f]{8})\.png$/.exec(file)?.[1];
  const home = shortId === undefined ? null : await backend.read((database) => findHome(database, shortId));
  if (home === null) return "unknown";
  return homePicture({
    name: home.propertyName,
    // A long locality must not push the city out.
    place: placeText({ locality: home.locality && isolated(shortened(home.locality, 26)), city: isolated(home.city) }),
    rating: home.count > 0 ? averageRating(home) : null,
    count: reviewCount(home.count),
    fact: depositText(home.figures),
  });
}

/**
 * Draws the picture of a city or locality, given by its slugs. Resolves to "unknown" if there is no such place, "busy" if too many
 * pictures wait to be drawn. (spec 10)
 */
export async function loadPlacePicture(
  [city = "", locality]: string[],
  backend: PageBackend,
): Promise<Buffer | "busy" | "unknown"> {
  const place = await backend.read(async (database) =>
    locality === undefined
      ? { locality: null, ...(await homesOfCity(database, city)) }
      : await homesOfLocality(database, city, locality),
  );
  if (place?.city === undefined) return "unknown";
  const name = place.locality ?? place.city;
  return homePicture({
    name: `Homes in ${isolated(shortened(name, 40))}`,
    place: isolated(shortened(place.city, 40)),
    rating: null,
    count: `${homeCount(place.homeCount ?? 0)} reviewed by tenants`,
    // A second fact would not fit.
    fact: (place.figures && factsOfPlace(place.figures.all)[0]) ?? null,
  });
}

/** Draws the picture of /deposits, with the city that has most answers. Resolves to "busy" if too many pictures wait to be drawn. (spec 10) */
export async function loadDepositsPicture(backend: PageBackend): Promise<Buffer | "busy"> {
  const cities = (await backend.read(depositFigures)) ?? [];
  const [fact = null] = cities.flatMap(({ city, figures }) => {
    const back = depositSummary(figures)?.back;
    return back ? [`${isolated(shortened(city, 30))}: ${countOf(back)} got all back`] : [];
  });
  return homePicture({
    ...{ name: "Deposits: what tenants got back", place: "Rental deposits", rating: null },
    ...{ count: "City by city, as tenants report", fact },
  });
}
