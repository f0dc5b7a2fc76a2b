import { listedCity, OTHER_CITY, searchCities } from "~/domain/cities";
import { isBlank } from "~/domain/plain-text";
import type { SubmissionForm } from "~/domain/submission";

type City = Pick<SubmissionForm, "city" | "otherCity">;

/**
 * Whether the form shows "Please specify city". While typing, an unlisted text may still become a listed city;
 * the field appears once no listed one fits any more, or when the city field is left.
 */
export function showsOtherCity({ city, otherCity }: City): boolean {
  if (isBlank(city) || listedCity(city) !== null) return false;
  return city.trim() === OTHER_CITY || otherCity !== "" || searchCities(city).every((match) => match === OTHER_CITY);
}

/**
 * What typing or picking `city` changes: after a search without a match, picking Other keeps the typed text as the city's name. A
 * name that was taken over from the field goes with what stood there.
 */
export function chosenCity({ city: before, otherCity }: City, city: string): Partial<City> {
  if (city === OTHER_CITY)
    return isBlank(otherCity) && searchCities(before).length === 0 ? { city, otherCity: before.trim() } : { city };
  return otherCity !== "" && otherCity === before.trim() ? { city, otherCity: "" } : { city };
}

/**
 * What leaving the city field changes: a listed city gets its listed spelling, and an unlisted one is taken over into
 * "Please specify city", to be corrected there.
 */
export function settledCity({ city, otherCity }: City): Partial<City> {
  const listed = listedCity(city);
  if (listed !== null) return listed === city ? {} : { city: listed };
  if (isBlank(city) || city.trim() === OTHER_CITY) return {};
  return isBlank(otherCity) ? { otherCity: city.trim() } : {};
}
