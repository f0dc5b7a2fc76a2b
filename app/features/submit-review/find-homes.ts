import { visitorBackend } from "~/data/visitor-backend";
import type { NamedHome } from "~/domain/similar-home";
import type { SuggestionGroup } from "~/ui/suggestion-list";

/** Returns homes whose names match the typed text, then "None of these" with the value null; no suggestions if no home matches. */
export async function findHomes(text: string, signal: AbortSignal): Promise<SuggestionGroup<NamedHome | null>[]> {
  const { suggestHomes } = await visitorBackend().actions();
  const { homes } = await suggestHomes(text, null, signal);
  if (homes.length === 0) return [];
  return [
    {
      label: "Homes with reviews",
      suggestions: homes.map(({ propertyId, propertyName, locality, city }) => ({
        key: propertyId,
        label: propertyName,
        detail: locality ? `${locality}, ${city}` : city,
        value: { propertyName, locality, city },
      })),
    },
    { label: null, suggestions: [{ key: "none", label: "None of these", value: null }] },
  ];
}

/** Returns localities whose name or postal code matches the typed text, in the wanted city or, if it is null, in all cities. */
export async function findLocalities(
  text: string,
  wantedCity: string | null,
  signal: AbortSignal,
): Promise<SuggestionGroup<Pick<NamedHome, "locality" | "city">>[]> {
  const { suggestHomes } = await visitorBackend().actions();
  const { localities } = await suggestHomes(text, wantedCity, signal);
  if (localities.length === 0) return [];
  return [
    {
      label: "Localities",
      suggestions: localities.map(({ locality, city }) => ({
        key: `${locality}, ${city}`,
        label: locality,
        detail: city,
        value: { locality, city },
      })),
    },
  ];
}
