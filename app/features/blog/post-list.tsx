import { ARTICLE_CATEGORIES, type ArticleCategory, type BlogPost } from "~/domain/article";
import { formatDay } from "~/domain/dates";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";

/** The posts of one category, with a heading. (spec 2, Blog) */
export function PostList({ category, posts }: { category: ArticleCategory; posts: readonly BlogPost[] }) {
  return (
    <section aria-labelledby={category}>
      <h2 id={category} className="mb-5 text-2xl sm:text-3xl">
        {ARTICLE_CATEGORIES[category]}
      </h2>
      {posts.length === 0 ? (
        <Notice>No blog posts yet. Check back soon!</Notice>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 lg:gap-6">
          {posts.map((post) => (
            <li key={post.id}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** One link covers the whole card. */
function PostCard({ post }: { post: BlogPost }) {
  const titleId = `post-${post.id}`;
  return (
    <Card
      as="article"
      aria-labelledby={titleId}
      className="relative flex h-full flex-col gap-3 hover:border-t-brand has-focus-visible:border-t-brand"
    >
      <header className="flex flex-col gap-1">
        <h3 id={titleId} className="text-xl lg:text-2xl">
          {post.title}
        </h3>
        <p className="text-sm text-ink-muted">
          <time dateTime={post.date}>{formatDay(post.date)}</time> · {post.author}
        </p>
      </header>
      <p>{post.summary}</p>
      <div className="mt-auto -mb-2 flex flex-col gap-1">
        <Tags tags={post.tags} />
        <Link
          to={post.path}
          className="link inline-flex min-h-target items-center self-start font-semibold after:absolute after:inset-0"
        >
          Read More <span className="sr-only">about {post.title}</span>
        </Link>
      </div>
    </Card>
  );
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge variant="secondary">{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}
