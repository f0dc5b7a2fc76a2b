import { listedCity, OTHER_CITY, searchCities } from "./cities";
import { fold } from "./fold";
import { isBlank, plainLine } from "./plain-text";
import type { NamedHome } from "./similar-home";
import { submissionCity, type SubmissionForm } from "./submission";

/** Returns the fields of the form that name this home. Puts an unlisted city into both city fields, as if it were typed. */
export function homeFields({ propertyName, locality, city }: NamedHome): Partial<SubmissionForm> {
  const listed = listedCity(city);
  return { propertyName, locality, city: listed ?? city, otherCity: listed === null ? city : "" };
}

/** Returns the home that the form is about. Parts that are not filled in are "". */
export function homeOf(form: SubmissionForm): NamedHome {
  return {
    propertyName: plainLine(form.propertyName),
    locality: plainLine(form.locality),
    city: submissionCity(form) || plainLine(form.otherCity || form.city),
  };
}

/** Returns the form with this home filled in. Parts that the home lacks keep their values. */
export function withHome(form: SubmissionForm, home: NamedHome): SubmissionForm {
  const { propertyName, locality, city } = homeOf(form);
  const named = {
    propertyName: home.propertyName || propertyName,
    locality: home.locality || locality,
    city: home.city || city,
  };
  return { ...form, ...homeFields(named) };
}

/** Returns whether filling in this home would overwrite a different name, locality or city. */
export function isAboutAnother(form: SubmissionForm, home: NamedHome): boolean {
  const current = homeOf(form);
  const wanted = homeOf(withHome(form, home));
  return (Object.keys(current) as (keyof NamedHome)[]).some(
    (part) => current[part] !== "" && fold(current[part]) !== fold(wanted[part]),
  );
}

export function homeText({ propertyName, locality, city }: NamedHome): string {
  return [propertyName, locality, city].filter((part) => part !== "").join(", ");
}

type City = Pick<SubmissionForm, "city" | "otherCity">;

/**
 * Returns whether the form shows "Please specify city": if Other is chosen, if no listed city matches the typed text, or after the
 * city field lost the focus with an unlisted text.
 */
export function showsOtherCity({ city, otherCity }: City): boolean {
  if (isBlank(city) || listedCity(city) !== null) return false;
  return city.trim() === OTHER_CITY || otherCity !== "" || searchCities(city).every((match) => match === OTHER_CITY);
}

/**
 * Returns what changes if `city` is typed or picked. Picking Other after a search without a match copies the typed text into "Please
 * specify city". Changing the city field clears such a copy.
 */
export function chosenCity({ city: before, otherCity }: City, city: string): Partial<City> {
  if (city === OTHER_CITY)
    return isBlank(otherCity) && searchCities(before).length === 0 ? { city, otherCity: before.trim() } : { city };
  return otherCity !== "" && otherCity === before.trim() ? { city, otherCity: "" } : { city };
}

/**
 * Returns what changes when the visitor leaves the city field: a listed city gets its listed spelling, an unlisted one is copied
 * into an empty "Please specify city", where the visitor can correct it.
 */
export function settledCity({ city, otherCity }: City): Partial<City> {
  const listed = listedCity(city);
  if (listed !== null) return listed === city ? {} : { city: listed };
  if (isBlank(city) || city.trim() === OTHER_CITY) return {};
  return isBlank(otherCity) ? { otherCity: city.trim() } : {};
}
