import { databaseFailure } from "./database-failure";
import { restClient } from "./rest";
import type { HomeSuggestions } from "~/domain/home";

// Runs in the browser, where an answer is not checked with zod: its code would weigh more than the suggestions.

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

/** See VisitorActions. Rejects with a DatabaseFailure, also when it is aborted. */
export async function suggestHomes(term: string, city: string | null, signal: AbortSignal): Promise<HomeSuggestions> {
  const rest = await restClient();
  const { data, error, status } = await rest.rpc("suggest_homes", { term, city }).abortSignal(signal);
  if (error) throw databaseFailure(error, status);
  const { homes, localities, cities } = data as Answer;
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
