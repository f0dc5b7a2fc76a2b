import { data } from "react-router";
import { pageContext } from "~/page-context";
import { findInformationPage } from "~/data/pages";
import { formatDay } from "~/domain/dates";
import { errorMeta, pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/information";
import type { PageHandle } from "~/page-handle";
import { Page } from "~/ui/page";
import { Prose } from "~/ui/prose";
import { ReadingColumns } from "~/ui/reading-columns";

export const handle: PageHandle = { isCached: true };

export function meta({ loaderData: page, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  return page ? pageMeta(args, { ...page, canonicalPath: page.path }) : errorMeta(args);
}

// The URL names the file in content/pages.
export function loader({ pattern, context }: Route.LoaderArgs) {
  const page = findInformationPage(pattern.replace(/^\//, ""), context.get(pageContext).site);
  if (!page) throw data("This page does not exist.", { status: 404 });
  return page;
}

/** About, How reviews are checked, Review Policy, Terms or Privacy. (spec 2) */
export default function InformationPage({ loaderData: page }: Route.ComponentProps) {
  return (
    <Page title={page.title} intro={page.intro} width="wide">
      <ReadingColumns headings={page.headings}>
        <Prose html={page.html} />
        <p className="mt-10 border-t border-line pt-4 text-sm text-ink-muted">
          Last updated <time dateTime={page.lastUpdated}>{formatDay(page.lastUpdated)}</time>
        </p>
      </ReadingColumns>
    </Page>
  );
}
