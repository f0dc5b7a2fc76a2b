import { pageContext } from "~/page-context";
import { loadTransparency } from "~/features/transparency/load-transparency";
import { transparencyCsv } from "~/features/transparency/transparency-csv";
import type { Route } from "./+types/transparency-csv";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export async function loader({ context }: Route.LoaderArgs) {
  const months = await loadTransparency(context.get(pageContext).backend);
  return new Response(transparencyCsv(months ?? []), { headers: { "Content-Type": "text/csv; charset=utf-8" } });
}
