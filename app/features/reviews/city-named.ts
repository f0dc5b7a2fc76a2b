import { fold } from "~/domain/fold";

/** The city that an address names, as its reviews spell it; undefined where no review is of it or none is named. (spec 2) */
export function cityNamed(name: string, cities: readonly string[]): string | undefined {
  // Comparing a name with a hundred cities is work that the pages of all cities need not do.
  if (name === "") return undefined;
  const key = fold(name);
  return cities.find((city) => fold(city) === key);
}
