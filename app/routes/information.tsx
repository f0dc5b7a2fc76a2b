import { data } from "react-router";
import { pageContext } from "~/page-context";
import { findInformationPage } from "~/data/pages";
import { formatDay } from "~/domain/dates";
import { NOTICE_LANGUAGES } from "~/domain/notice-languages";
import { NoticeLanguages } from "~/features/site/notice-languages";
import { errorMeta, pageMeta, siteOf } from "~/features/site/page-meta";
import type { Route } from "./+types/information";
import type { PageHandle } from "~/page-handle";
import { Page } from "~/ui/page";
import { Prose } from "~/ui/prose";
import { ReadingColumns } from "~/ui/reading-columns";

export const handle: PageHandle = { isCached: true };

export function meta({ loaderData: page, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  if (!page) return errorMeta(args);
  const alternate = (hrefLang: string) => `${siteOf(args.matches)?.siteUrl ?? ""}/privacy/${hrefLang}`;
  const notices = page.path.startsWith("/privacy/") ? Object.keys(NOTICE_LANGUAGES) : [];
  const links = notices.map((hrefLang) => ({ tagName: "link", rel: "alternate", hrefLang, href: alternate(hrefLang) }));
  return [...pageMeta(args, { ...page, canonicalPath: page.path }), ...links];
}

// The URL names the file in content/pages.
export function loader({ pattern, params, context }: Route.LoaderArgs) {
  const [folder = ""] = pattern.split("/").filter(Boolean);
  const slug = params.language ? `${folder}/${params.language.toLowerCase()}` : folder;
  const page = findInformationPage(slug, context.get(pageContext).site);
  if (!page) throw data("This page does not exist.", { status: 404 });
  return page;
}

/** About, How reviews are checked, Review Policy, Terms, Privacy, or a short notice of Privacy in a language. (spec 2, 10) */
export default function InformationPage({ loaderData: page }: Route.ComponentProps) {
  const [, folder, language] = page.path.split("/");
  return (
    <Page title={<span lang={language}>{page.title}</span>} intro={page.intro} width="wide">
      <ReadingColumns headings={page.headings}>
        {folder === "privacy" && <NoticeLanguages />}
        <div lang={language}>
          <Prose html={page.html} />
        </div>
        <p className="mt-10 border-t border-line pt-4 text-sm text-ink-muted">
          {language && language !== "en" && "This is a translation. The English text prevails. "}
          Last updated <time dateTime={page.lastUpdated}>{formatDay(page.lastUpdated)}</time>
        </p>
      </ReadingColumns>
    </Page>
  );
}
