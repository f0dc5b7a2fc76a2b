import { pageContext } from "~/page-context";
import { transparencyFigures } from "~/data/transparency";
import { transparencyCsv } from "~/features/transparency/transparency-csv";
import type { Route } from "./+types/transparency-csv";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export async function loader({ context }: Route.LoaderArgs) {
  const figures = await context.get(pageContext).backend.read(transparencyFigures);
  return new Response(transparencyCsv(figures?.months ?? [], figures?.searches), {
    headers: { "Content-Type": "text/csv; charset=utf-8" },
  });
}
