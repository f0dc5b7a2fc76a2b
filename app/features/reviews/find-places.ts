import { visitorBackend } from "~/data/visitor-backend";
import { fold } from "~/domain/fold";
import { cityHomesPath, homePath, localityHomesPath } from "~/domain/home";
import { averageRating } from "~/domain/property-group";
import type { Suggestion, SuggestionGroup } from "~/ui/suggestion-list";
import { counted } from "~/ui/counted";

/**
 * Returns the homes, localities and cities to suggest for a search, each with the path of its page, or of a search if no home there has a
 * review yet. Localities and cities come first if one of their names begins with the text.
 */
export async function findPlaces(
  text: string,
  city: string | null,
  signal: AbortSignal,
): Promise<SuggestionGroup<string>[]> {
  const { suggestHomes } = await visitorBackend().actions();
  const { homes, localities, cities } = await suggestHomes(text, city, signal);
  const places: SuggestionGroup<string>[] = [
    {
      label: "Localities",
      suggestions: localities.map(({ locality, city: itsCity, homeCount }) => {
        const label = `${locality}, ${itsCity}`;
        if (homeCount > 0) return suggestion(localityHomesPath(itsCity, locality), label, counted(homeCount, "home"));
        return suggestion(`/reviews?${new URLSearchParams({ q: label })}`, label, "No reviews yet");
      }),
    },
    {
      label: "Cities",
      suggestions: cities.map(({ city: name, homeCount }) =>
        suggestion(cityHomesPath(name), name, counted(homeCount, "home")),
      ),
    },
  ];
  const typed = withoutBlanks(text);
  const isBeginning = places.some(({ suggestions }) =>
    suggestions.some(({ label }) => withoutBlanks(label).startsWith(typed)),
  );
  const namedHomes = {
    label: "Homes",
    suggestions: homes.map((home) => {
      const place = home.locality ? `${home.locality}, ${home.city}` : home.city;
      const detail = `${place} · ${averageRating(home)} of 5 · ${counted(home.count, "review")}`;
      return suggestion(homePath(home), home.propertyName, detail);
    }),
  };
  const groups = isBeginning ? [...places, namedHomes] : [namedHomes, ...places];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}

function withoutBlanks(text: string): string {
  return fold(text).replaceAll(" ", "");
}

function suggestion(path: string, label: string, detail: string): Suggestion<string> {
  return { key: path, label, detail, value: path };
}
