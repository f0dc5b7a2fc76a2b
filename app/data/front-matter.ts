// Scripts run this file without a build, so it imports nothing of the app.
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

/** The front matter of a file in content/blog. (spec 3) */
const articleSchema = z.discriminatedUnion("category", [
  z.strictObject({ ...articleFacts, category: z.literal("general") }),
  z.strictObject({ ...articleFacts, category: z.literal("cityGuide"), city: line }),
]);
export type ArticleFacts = z.infer<typeof articleSchema>;

/** The front matter of a file in content/pages. */
const pageSchema = z.strictObject({
  title: line,
  description: line,
  intro: line.optional(),
  lastUpdated: day,
});
export type PageFacts = z.infer<typeof pageSchema>;

/** A Markdown file: its front matter and its text. */
export interface ContentFile<Facts> {
  /** The file name without folder and extension. */
  slug: string;
  facts: Facts;
  /** Markdown. */
  body: string;
}

/** Parses a file of content/blog. Throws an error that names the file and the field. (spec 3) */
export function readArticleFile(file: string, source: string): ContentFile<ArticleFacts> {
  return readContentFile(file, source, articleSchema);
}

/** Parses a file of content/pages. Throws an error that names the file and the field. */
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
