// Imports nothing of the app: scripts run this file with Node as it is.
import { parse } from "yaml";
import { z } from "zod";

const line = z.string().trim().min(1);
const day = z.iso.date();
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens");

const articleFacts = {
  id: z.int().positive(),
  title: line,
  summary: line,
  date: day,
  lastReviewed: day,
  author: line,
  tags: z.array(line).min(1),
  proTip: line,
  related: z.array(slug),
};

/** What stands between the two lines of --- in a file of content/blog. (spec 3) */
const articleSchema = z.discriminatedUnion("category", [
  z.strictObject({ ...articleFacts, category: z.literal("general") }),
  z.strictObject({ ...articleFacts, category: z.literal("cityGuide"), city: line }),
]);
export type ArticleFacts = z.infer<typeof articleSchema>;

/** What stands between the two lines of --- in a file of content/pages. */
const pageSchema = z.strictObject({
  title: line,
  description: line,
  intro: line.optional(),
  lastUpdated: day,
});
export type PageFacts = z.infer<typeof pageSchema>;

/** A Markdown file: the facts in its front matter, and the text under it. */
export interface ContentFile<Facts> {
  /** The file's name without folder and ending. */
  slug: string;
  facts: Facts;
  /** Markdown. */
  body: string;
}

/** Reads one file of content/blog. Throws an error that names the file and the field at fault. (spec 3) */
export function readArticleFile(file: string, source: string): ContentFile<ArticleFacts> {
  return readContentFile(file, source, articleSchema);
}

/** Reads one file of content/pages. Throws an error that names the file and the field at fault. */
export function readPageFile(file: string, source: string): ContentFile<PageFacts> {
  return readContentFile(file, source, pageSchema);
}

const FRONT_MATTER = /^---\r?\n(?<facts>[\s\S]*?)\r?\n---\r?\n(?<body>[\s\S]*)$/;

function readContentFile<Facts>(file: string, source: string, schema: z.ZodType<Facts>): ContentFile<Facts> {
  const name = slug.safeParse(/([^/]+)\.md$/.exec(file)?.[1]);
  if (!name.success) throw new Error(`${file}: the name ${problemsIn(name.error)}`);
  const { facts, body } = FRONT_MATTER.exec(source)?.groups ?? {};
  if (facts === undefined || body === undefined) {
    throw new Error(`${file}: must begin with front matter between two lines of ---`);
  }
  const checked = schema.safeParse(parseYaml(file, facts));
  if (!checked.success) throw new Error(`${file}: ${problemsIn(checked.error)}`);
  return { slug: name.data, facts: checked.data, body: body.trim() };
}

function parseYaml(file: string, facts: string): unknown {
  try {
    return parse(facts);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function problemsIn(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => [...path, message].join(": ")).join("; ");
}
