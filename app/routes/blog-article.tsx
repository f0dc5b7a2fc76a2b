import { data } from "react-router";
import { articleImage, articleMeta } from "~/features/blog/article-meta";
import { ArticlePage } from "~/features/blog/article-page";
import { loadArticle } from "~/features/blog/load-blog";
import { errorMeta, pageMeta, siteOf } from "~/features/site/page-meta";
import type { Route } from "./+types/blog-article";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function meta({ loaderData, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return errorMeta(args);
  const { article } = loaderData;
  const { siteUrl = "", siteName = "" } = siteOf(args.matches) ?? {};
  const { title, summary: description, path: canonicalPath } = article;
  return [
    ...pageMeta(args, { title, description, type: "article", image: articleImage(article), canonicalPath }),
    ...articleMeta(article, siteUrl, siteName),
  ];
}

export function loader({ params }: Route.LoaderArgs) {
  const view = loadArticle(params.slug);
  if (!view) throw data("This article does not exist.", { status: 404 });
  return view;
}

export default function BlogArticlePage({ loaderData: view }: Route.ComponentProps) {
  return <ArticlePage view={view} />;
}
