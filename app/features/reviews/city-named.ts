import { fold } from "~/domain/fold";

/** Returns the city in a URL, as its reviews spell it; undefined without a city or without reviews of it. (spec 2) */
export function cityNamed(name: string, cities: readonly string[]): string | undefined {
  // Do not compare with a hundred cities if the URL names none.
  if (name === "") return undefined;
  const key = fold(name);
  return cities.find((city) => fold(city) === key);
}
