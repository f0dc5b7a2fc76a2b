import { cityHomesPath, type Home, localityHomesPath } from "./home";

/** Returns the breadcrumb of a home. */
export function stepsToHome(
  home: Pick<Home, "city" | "locality" | "isCityAccepted">,
): { label: string; path: string }[] {
  return stepsTo(home.isCityAccepted ? home : {});
}

/** Returns the breadcrumb of a place. */
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
