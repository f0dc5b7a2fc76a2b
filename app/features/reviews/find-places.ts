import { visitorBackend } from "~/data/visitor-backend";
import { cityHomesPath, homePath, localityHomesPath } from "~/domain/home";
import { averageRating } from "~/domain/property-group";
import type { Suggestion, SuggestionGroup } from "~/ui/suggestion-list";
import { counted } from "~/ui/counted";

/** Returns the homes, localities and cities to suggest for a search, each with the path of its page. */
export async function findPlaces(
  text: string,
  city: string | null,
  signal: AbortSignal,
): Promise<SuggestionGroup<string>[]> {
  const { suggestHomes } = await visitorBackend().actions();
  const { homes, localities, cities } = await suggestHomes(text, city, signal);
  return [
    group(
      "Homes",
      homes.map((home) => {
        const place = home.locality ? `${home.locality}, ${home.city}` : home.city;
        const detail = `${place} · ${averageRating(home)} of 5 · ${counted(home.count, "review")}`;
        return suggestion(homePath(home), home.propertyName, detail);
      }),
    ),
    group(
      "Localities",
      localities.map(({ locality, city: itsCity, homeCount }) =>
        suggestion(localityHomesPath(itsCity, locality), `${locality}, ${itsCity}`, counted(homeCount, "home")),
      ),
    ),
    group(
      "Cities",
      cities.map(({ city: name, homeCount }) => suggestion(cityHomesPath(name), name, counted(homeCount, "home"))),
    ),
  ].filter(({ suggestions }) => suggestions.length > 0);
}

function group(label: string, suggestions: Suggestion<string>[]): SuggestionGroup<string> {
  return { label, suggestions };
}

function suggestion(path: string, label: string, detail: string): Suggestion<string> {
  return { key: path, label, detail, value: path };
}
