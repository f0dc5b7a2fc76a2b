import { pageContext } from "~/page-context";
import { depositFigures } from "~/data/deposits";
import { depositsCsv } from "~/features/deposits/deposits-csv";
import type { Route } from "./+types/deposits-csv";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, siteUrl } = context.get(pageContext);
  return new Response(depositsCsv((await backend.read(depositFigures)) ?? [], siteUrl), {
    headers: { "Content-Type": "text/csv; charset=utf-8" },
  });
}
