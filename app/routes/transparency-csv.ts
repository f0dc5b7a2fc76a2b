import { pageContext } from "~/page-context";
import { transparencyMonths } from "~/data/transparency";
import { transparencyCsv } from "~/features/transparency/transparency-csv";
import type { Route } from "./+types/transparency-csv";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export async function loader({ context }: Route.LoaderArgs) {
  const months = await context.get(pageContext).backend.read(transparencyMonths);
  return new Response(transparencyCsv(months ?? []), { headers: { "Content-Type": "text/csv; charset=utf-8" } });
}
