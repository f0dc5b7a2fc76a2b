import { scriptSafeJson } from "./page-config";

/**
 * What a page tells search engines (schema.org, JSON-LD). They read documents, so its text stays on the server: a browser that
 * hydrates the page leaves it as it is, and has none of the code that makes it.
 */
export function StructuredData({ things }: { things: object[] }) {
  const json = import.meta.env.SSR ? scriptSafeJson(things.length === 1 ? things[0] : things) : "";
  return (
    // oxlint-disable-next-line react/no-danger -- escaped JSON, which no browser runs
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
  );
}
