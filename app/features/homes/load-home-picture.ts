import { homePicture } from "~/data/home-picture";
import { findHome, homesOfCity, homesOfLocality } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { isolated } from "~/domain/plain-text";
import { averageRating } from "~/domain/property-group";
import { factsOfPlace } from "./describe-places";
import { depositText, homeCount, placeText, reviewCount, shortened } from "./home-wording";

/** The picture of the home that a file's name tells ("1a2b3c4d.png"), or why there is none. (spec 10) */
export async function loadHomePicture(file: string, backend: PageBackend): Promise<Buffer | "busy" | "unknown"> {
  const shortId = /^([\da-f]{8})\.png$/.exec(file)?.[1];
  const home = shortId === undefined ? null : await backend.read((database) => findHome(database, shortId), null);
  if (home === null) return "unknown";
  return homePicture({
    name: home.propertyName,
    // The city stays, however long the locality is.
    place: placeText({ locality: home.locality && isolated(shortened(home.locality, 26)), city: isolated(home.city) }),
    rating: averageRating(home),
    count: reviewCount(home.count),
    fact: depositText(home.figures),
  });
}

/** The picture of a city or of one of its localities, by the words of its address, the last with ".png". (spec 10) */
export async function loadPlacePicture(
  [city = "", locality]: string[],
  backend: PageBackend,
): Promise<Buffer | "busy" | "unknown"> {
  const place = await backend.read(
    async (database) =>
      locality === undefined
        ? { locality: null, ...(await homesOfCity(database, city)) }
        : await homesOfLocality(database, city, locality),
    null,
  );
  if (place?.city === undefined) return "unknown";
  const name = place.locality ?? place.city;
  return homePicture({
    name: `Homes in ${isolated(shortened(name, 40))}`,
    place: isolated(shortened(place.city, 40)),
    rating: null,
    count: `${homeCount(place.homeCount ?? 0)} reviewed by tenants`,
    // A second one would not fit.
    fact: (place.figures && factsOfPlace(place.figures.all)[0]) ?? null,
  });
}
