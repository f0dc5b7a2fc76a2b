import { z } from "zod";

/** A setting is invalid. The message says what to do. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** Validates settings; blank ones count as missing. Throws {@link SettingsError} if one is invalid. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.output<Schema> {
  const filled = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []));
  const { data, error } = schema.safeParse(Object.fromEntries(filled));
  if (error) throw new SettingsError(error.issues[0]?.message);
  return data;
}

export function choice<Value extends string>(name: string, values: Value[]) {
  const listed = `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
  return z.enum(values, { error: ({ input }) => `${name} is "${String(input)}": set it to ${listed}.` });
}

export function origins(text: string, context: z.RefinementCtx): string[] {
  const listed = text.split(",").map((origin) => origin.trim().replace(/\/$/, ""));
  return listed.filter(Boolean).map((named) => {
    const { protocol, origin } = URL.canParse(named) ? new URL(named) : { protocol: "", origin: "" };
    if (/^https?:$/.test(protocol) && origin === named.toLowerCase()) return origin;
    context.addIssue(`API_ORIGINS names "${named}": set it to origins such as https://gharsach.in, with commas.`);
    return z.NEVER;
  });
}

/** A name that needs no escaping in a header, JSON or Markdown: letters of any script, digits, blanks and . & ' ’ ! + - */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .&'’!+-]|\p{Join_Control})*$/u;

export function shortName(name: string, most: number) {
  const error = ({ input }: { input?: unknown }) =>
    `${name} is "${String(input)}": set it to at most ${most} letters, digits, blanks and . & ' ! + -`;
  return z.string().max(most, { error }).regex(NAME, { error });
}

const EMAIL = z.email().max(254);

export function emailAddress(name: string) {
  return z.string().refine((text) => EMAIL.safeParse(text).success, {
    error: ({ input }) => `${name} is "${String(input)}": set it to one email address.`,
  });
}

const MOST_OF_NAME = 60;

/** Returns the schema of a name with an email and perhaps an address, the groups of `pattern`. */
export function person(name: string, pattern: RegExp, examples: string) {
  return z.string().transform((text, context) => {
    const { name: own = "", email = "", address } = pattern.exec(text)?.groups ?? {};
    const isNamed = own === "" || (own.length <= MOST_OF_NAME && NAME.test(own));
    if (isNamed && EMAIL.safeParse(email).success) return { name: own, email, ...(address && { address }) };
    context.addIssue(`${name} is "${text}": set it to ${examples}.`);
    return z.NEVER;
  });
}

export function webAddress(name: string) {
  const error = ({ input }: { input?: unknown }) =>
    `${name} is "${String(input)}": set it to an address such as https://gharsach.in.`;
  return z.url({ protocol: /^https?$/, hostname: /./, error }).transform((text) => text.replace(/\/+$/, ""));
}

/** Returns the schema of a URL without a path: links append theirs. */
export function siteAddress(name: string) {
  return webAddress(name)
    .refine((text) => /^https?:\/\/[^/?#@]+$/i.test(text), {
      error: ({ input }) =>
        `${name} is "${String(input)}": the site is at the root of a host, as in https://gharsach.in.`,
    })
    .transform((text) => new URL(text).origin);
}
