import { scriptSafeJson } from "./page-config";

/** Renders JSON-LD (schema.org) on the server only. Hydration leaves it alone, so browsers do not download the code that builds it. */
export function StructuredData({ things }: { things: object[] }) {
  const json = import.meta.env.SSR ? scriptSafeJson(things.length === 1 ? things[0] : things) : "";
  return (
    // oxlint-disable-next-line react/no-danger -- escaped JSON, which no browser runs
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
  );
}
