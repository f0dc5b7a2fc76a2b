import { databaseFailure } from "./database-failure";
import * as suggestions from "./home-suggestions";
import { restClient } from "./rest";
import type { HomeSuggestions } from "~/domain/home";

/** See VisitorActions. Rejects with a DatabaseFailure, also when it is aborted. */
export async function suggestHomes(term: string, city: string | null, signal: AbortSignal): Promise<HomeSuggestions> {
  const rest = await restClient();
  return suggestions.suggestHomes(
    async (name, args) => {
      const { data, error, status } = await rest.rpc(name, args).abortSignal(signal);
      if (error) throw databaseFailure(error, status);
      return data;
    },
    term,
    city,
  );
}
