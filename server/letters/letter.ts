import type { z } from "zod";

/** What a letter says: plain text, paragraph by paragraph. */
export interface Wording {
  subject: string;
  title: string;
  paragraphs: string[];
  /** A path on the site, and what its button says. */
  link?: { path: string; label: string };
}

/** A letter whose fields are checked against a schema, since a database of another version may have queued it. */
export function letter<Schema extends z.ZodType>(schema: Schema, word: (fields: z.output<Schema>) => Wording) {
  return (fields: unknown): Wording => word(schema.parse(fields));
}
