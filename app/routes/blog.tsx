import { loadBlogIndex } from "~/features/blog/load-blog";
import { PostList } from "~/features/blog/post-list";
import { pageMeta } from "~/features/site/page-meta";
import { Page } from "~/ui/page";
import type { Route } from "./+types/blog";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

const TITLE = "Renting advice and city guides";
const INTRO = "What to look at, what to ask and what to have in writing when you rent a home in India.";

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, { title: TITLE, description: INTRO, image: "/og/blog.png", canonicalPath: "/blog" });
}

export function loader() {
  return loadBlogIndex();
}

export default function BlogPage({ loaderData: { general, cityGuides } }: Route.ComponentProps) {
  return (
    <Page title={TITLE} intro={INTRO} width="wide">
      <div className="flex flex-col gap-14">
        <PostList category="general" posts={general} />
        <PostList category="cityGuide" posts={cityGuides} />
      </div>
    </Page>
  );
}
