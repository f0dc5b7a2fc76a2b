import { isRouteErrorResponse, type MetaDescriptor } from "react-router";
import { DEFAULT_NAME } from "~/domain/site";

/** The title, description and image of a page for search engines and link previews. */
export interface PageDescription {
  /** The name of the site is appended unless the title contains it. */
  title: string;
  description: string;
  /** The path of the preview image, 1200 × 630 pixels. Default: the site's image. */
  image?: string;
  /** `article` for a text with a date and an author. */
  type?: "website" | "article";
  /** The canonical path with its query. Default: the path of the page. */
  canonicalPath?: string;
  /** Adds `noindex`: for forms and private pages. */
  isUnlisted?: boolean;
}

export const NOT_FOUND_PAGE: PageDescription = {
  title: "Page not found",
  description: "There is no page at this address. Search the reviews instead.",
  isUnlisted: true,
};

export const FAILED_PAGE: PageDescription = {
  title: "This page did not open",
  description: "Something went wrong on our side. Please try again in a moment.",
  isUnlisted: true,
};

/** The part of React Router's `meta` arguments that pageMeta uses. */
interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
}

const SITE_IMAGE = "/og/site.png";

/** Returns the meta elements of a page: title, description, canonical URL and link preview. Every route's `meta` calls it. */
export function pageMeta({ matches, location }: MetaArgs, page: PageDescription): MetaDescriptor[] {
  const { siteUrl, siteName = DEFAULT_NAME } = siteOf(matches) ?? {};
  const title = page.title.includes(siteName) ? page.title : `${page.title} · ${siteName}`;
  const text: MetaDescriptor[] = [{ title }, { name: "description", content: page.description }];
  if (page.isUnlisted) text.push({ name: "robots", content: "noindex" });

  // Absolute URLs need the site's origin, which is missing if the root loader did not run.
  if (siteUrl === undefined) return text;
  const url = siteUrl + (page.canonicalPath ?? plainPath(location.pathname));
  // Unlisted pages get no canonical URL and no og:url: their query can be their content, as in a comparison, and a link preview
  // must keep it.
  const address = [
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:url", content: url },
  ];
  return [
    ...text,
    ...(page.isUnlisted ? [] : address),
    { property: "og:site_name", content: siteName },
    { property: "og:locale", content: "en_IN" },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:image", content: siteUrl + (page.image ?? SITE_IMAGE) },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Returns the meta elements of a page that does not exist or failed to load. */
export function errorMeta(args: MetaArgs & { error?: unknown }): MetaDescriptor[] {
  return pageMeta(args, isNotFound(args.error) ? NOT_FOUND_PAGE : FAILED_PAGE);
}

/** Returns whether a loader threw a 404. */
export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

// Returns the canonical spelling of a path: the router also matches "/about/" and "/About".
function plainPath(pathname: string): string {
  return pathname.replace(/(?<=.)\/+$/, "").toLowerCase();
}

interface RootData {
  siteUrl: string;
  siteName: string;
  contactEmail: string;
}

/** Returns the data of the root loader; undefined if it did not run. */
export function siteOf(matches: MetaArgs["matches"]): RootData | undefined {
  return matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
}
