import { readStoredJson, writeStored } from "./browser-storage";

const KEY = "gharsach-empty-searches";

/**
 * Counts a search that found nothing in a city, or in a locality of it, once per tab and place. Ignores failures. For the browser only.
 * (spec 10)
 */
export async function countEmptySearch(city: string, locality: string | null): Promise<void> {
  const place = JSON.stringify([city, locality]);
  const stored = readStoredJson("sessionStorage", KEY);
  const counted: unknown[] = Array.isArray(stored) ? stored : [];
  if (counted.includes(place) || !writeStored("sessionStorage", KEY, JSON.stringify([...counted, place]))) return;
  try {
    const { restClient } = await import("./rest");
    await (await restClient()).rpc("count_empty_search", { city, locality });
  } catch {
    // A number for the team: nothing that the visitor needs depends on it.
  }
}
