import type { FunctionCall } from "./database";
import type { HomeSuggestions } from "~/domain/home";

// Runs in the browser, too, where an answer is not checked with zod: its code would weigh more than the suggestions.

interface Answer {
  homes: {
    property_id: string;
    property_name: string;
    locality: string;
    city: string;
    count: number;
    rating_total: number;
  }[];
  localities: { locality: string; city: string; home_count: number }[];
  cities: { city: string; home_count: number }[];
}

/**
 * Homes, localities and cities for the beginning of a name, in one city or (null) everywhere: at most five, three and
 * three. Rejects with the error of `call`.
 */
export async function suggestHomes(
  call: FunctionCall,
  term: string,
  city: string | null = null,
): Promise<HomeSuggestions> {
  const { homes, localities, cities } = (await call("suggest_homes", { term, city })) as Answer;
  return {
    homes: homes.map((home) => ({
      propertyId: home.property_id,
      propertyName: home.property_name,
      locality: home.locality,
      city: home.city,
      count: home.count,
      totalRating: home.rating_total,
    })),
    localities: localities.map((place) => ({
      locality: place.locality,
      city: place.city,
      homeCount: place.home_count,
    })),
    cities: cities.map((place) => ({ city: place.city, homeCount: place.home_count })),
  };
}
