import { isRouteErrorResponse, type MetaDescriptor } from "react-router";

/** A page's title, description and picture for search engines and shared links. */
export interface PageDescription {
  /** The name of the site is appended unless the title contains it. */
  title: string;
  description: string;
  /** Path of the picture for those who share the page, 1200 × 630 pixels. One of the site when there is none. */
  image?: string;
  /** `article` for one text with a date and an author. */
  type?: "website" | "article";
  /** The path, with its query, that stands for all spellings of this page's address. The path of the page when absent. */
  canonicalPath?: string;
  /** A page of forms, or one that exists for one visitor only, has no place in a search engine. */
  isUnlisted?: boolean;
}

/** The tags of a 404. */
export const NOT_FOUND_PAGE: PageDescription = {
  title: "Page not found",
  description: "There is no page at this address. Search the reviews instead.",
  isUnlisted: true,
};

/** The tags of an error page. */
export const FAILED_PAGE: PageDescription = {
  title: "This page did not open",
  description: "Something went wrong on our side. Please try again in a moment.",
  isUnlisted: true,
};

/** The part of React Router's `meta` arguments that is needed here. */
interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
}

export const SITE_NAME = "GharSach";
const SITE_IMAGE = "/og/site.png";

/**
 * The meta elements of one page: title, description, canonical address and what social networks show. Every route's
 * `meta` is made of it, so that none forgets one.
 */
export function pageMeta({ matches, location }: MetaArgs, page: PageDescription): MetaDescriptor[] {
  const title = page.title.includes(SITE_NAME) ? page.title : `${page.title} · ${SITE_NAME}`;
  const text: MetaDescriptor[] = [{ title }, { name: "description", content: page.description }];
  if (page.isUnlisted) text.push({ name: "robots", content: "noindex" });

  const siteUrl = siteUrlOf(matches);
  // The page around an error page has no loader data; an error page has no address worth keeping either.
  if (siteUrl === null) return text;
  const url = siteUrl + (page.canonicalPath ?? plainPath(location.pathname));
  // An unlisted page may be its query, as a comparison is: link previews then keep the address that was shared.
  const address = [
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:url", content: url },
  ];
  return [
    ...text,
    ...(page.isUnlisted ? [] : address),
    { property: "og:site_name", content: SITE_NAME },
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

/** The meta elements of a page that there is not, or that could not be loaded. */
export function errorMeta(args: MetaArgs & { error?: unknown }): MetaDescriptor[] {
  return pageMeta(args, isNotFound(args.error) ? NOT_FOUND_PAGE : FAILED_PAGE);
}

/** Whether a loader threw 404. */
export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

// The router takes "/about/" and "/About" for "/about".
function plainPath(pathname: string): string {
  return pathname.replace(/(?<=.)\/+$/, "").toLowerCase();
}

/** The address of the site, as the root loader tells it; null where that has not run. */
export function siteUrlOf(matches: MetaArgs["matches"]): string | null {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  const isLoaded = typeof root === "object" && root !== null && "siteUrl" in root;
  return isLoaded && typeof root.siteUrl === "string" ? root.siteUrl : null;
}
