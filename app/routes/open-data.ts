import { pageContext } from "~/page-context";
import { cityFacts, depositFigures } from "~/data/deposits";
import { csvMetadata, depositsCsv, factsCsv } from "~/features/deposits/open-data";
import type { Route } from "./+types/open-data";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

// /deposits.csv, /facts.csv, and their descriptions at the path that "CSV on the Web" prescribes.
export async function loader({ pattern, context }: Route.LoaderArgs) {
  const { backend, siteUrl, site } = context.get(pageContext);
  const file = pattern.includes("deposits") ? "deposits" : "facts";
  if (pattern.endsWith(".json")) {
    return new Response(JSON.stringify(csvMetadata(file, siteUrl, site.name), null, 2), {
      headers: { "Content-Type": "application/csvm+json" },
    });
  }
  const rows =
    file === "deposits"
      ? depositsCsv((await backend.read(depositFigures)) ?? [])
      : factsCsv((await backend.read(cityFacts)) ?? []);
  return new Response(rows, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      Link: `</${file}.csv-metadata.json>; rel="describedby"; type="application/csvm+json"`,
    },
  });
}
