import { databaseFailure } from "./database-failure";
import { restClient } from "./rest";
import type { HomeSuggestions } from "~/domain/home";

/** See VisitorActions. Rejects with a DatabaseFailure, also when aborted. The response is not validated: zod would weigh more than it. */
export async function suggestHomes(term: string, city: string | null, signal: AbortSignal): Promise<HomeSuggestions> {
  const rest = await restClient();
  const { data, error, status } = await rest.rpc("suggest_homes", { term, city }).abortSignal(signal);
  if (error) throw databaseFailure(error, status);
  return data as HomeSuggestions;
}
