import { databaseFailure } from "./database-failure";
import { suggestHomes } from "./home-suggestions";
import { restClient } from "./rest";
import type { HomeSuggestions } from "~/domain/home";

// Downloaded once a visitor types: see VisitorBackend.suggestHomes.

/** Asks the project of this page. Rejects with a DatabaseFailure, also when it is aborted. */
export async function suggestToVisitor(
  term: string,
  city: string | null,
  signal: AbortSignal,
): Promise<HomeSuggestions> {
  const rest = await restClient();
  return suggestHomes(
    async (name, args) => {
      const { data, error, status } = await rest.rpc(name, args).abortSignal(signal);
      if (error) throw databaseFailure(error, status);
      return data;
    },
    term,
    city,
  );
}
