import { cityHomesPath, type Home, localityHomesPath } from "./home";

/** The way from all homes down to a home. */
export function stepsToHome(
  home: Pick<Home, "city" | "locality" | "isCityAccepted">,
): { label: string; path: string }[] {
  return stepsTo(home.isCityAccepted ? home : {});
}

/** The way from all homes down to a place: what stands above the page of it. */
export function stepsTo({
  city,
  locality,
}: {
  city?: string;
  locality?: string | null;
}): { label: string; path: string }[] {
  return [
    { label: "Homes", path: "/homes" },
    ...(city ? [{ label: city, path: cityHomesPath(city) }] : []),
    ...(city && locality ? [{ label: locality, path: localityHomesPath(city, locality) }] : []),
  ];
}
