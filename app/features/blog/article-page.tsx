import type { BlogPost } from "~/domain/article";
import { formatDay } from "~/domain/dates";
import { cityHomesPath } from "~/domain/home";
import { ButtonLink } from "~/ui/button";
import { Doorway } from "~/ui/doorway";
import { Link } from "~/ui/link";
import { Prose } from "~/ui/prose";
import { ReadingColumns } from "~/ui/reading-columns";
import type { ArticleView } from "./load-blog";
import { Tags } from "./post-list";

/** An article, its suggestions and links to continue. (spec 2, Blog) */
export function ArticlePage({ view }: { view: ArticleView }) {
  const { article, related, previous, next } = view;
  return (
    <div className="mx-auto w-full max-w-wide px-4 pt-4 pb-16 sm:px-6 sm:pt-8">
      <Link
        to="/blog"
        className="link icon icon-arrow-left inline-flex min-h-target items-center gap-2 font-semibold before:size-[1.1em]"
      >
        Back to Blog
      </Link>
      <article aria-labelledby="title" className="mt-3">
        <header className="threshold mb-8 flex flex-col gap-4 pb-6">
          <h1 id="title" className="max-w-[24ch] text-3xl sm:text-4xl lg:text-5xl">
            {article.title}
          </h1>
          <p className="max-w-measure text-lg text-ink-muted">{article.summary}</p>
          <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-muted">
            <span>
              By {article.author}, <time dateTime={article.date}>{formatDay(article.date)}</time>
            </span>
            <span>
              Last reviewed <time dateTime={article.lastReviewed}>{formatDay(article.lastReviewed)}</time>
            </span>
            <span>{article.readingMinutes} min read</span>
          </p>
          <Tags tags={article.tags} />
        </header>
        <ReadingColumns headings={article.headings}>
          <Prose html={article.html} />
          <ProTip tip={article.proTip} />
          {article.city && <CityHomes city={article.city} />}
        </ReadingColumns>
      </article>
      {related.length > 0 && (
        <section aria-labelledby="related" className="mt-14">
          <h2 id="related" className="mb-5 text-2xl">
            Related articles
          </h2>
          <ul className="grid gap-x-8 gap-y-6 md:grid-cols-3">
            {related.map((post) => (
              <li key={post.id} className="border-t-3 border-ink pt-3">
                <Link to={post.path} className="link font-display text-xl font-bold">
                  {post.title}
                </Link>
                <p className="mt-1.5 text-sm text-ink-muted">{post.summary}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(previous || next) && (
        <nav aria-label="More articles" className="threshold mt-14 grid gap-x-8 border-t border-line sm:grid-cols-2">
          {previous && <Neighbour post={previous} direction="previous" />}
          {next && <Neighbour post={next} direction="next" />}
        </nav>
      )}
    </div>
  );
}

function ProTip({ tip }: { tip: string }) {
  return (
    <section aria-labelledby="pro-tip" className="mt-10 bg-brand-soft p-5 sm:p-6">
      <h2 id="pro-tip" className="flex items-center gap-3 text-xl text-brand">
        <Doorway mark="tick" className="h-10 w-8 shrink-0" />
        Pro tip
      </h2>
      <p className="mt-3 text-lg">{tip}</p>
    </section>
  );
}

function CityHomes({ city }: { city: string }) {
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-5">
      <p className="min-w-0 flex-1 basis-64">Read what tenants say about homes in {city} before you visit one.</p>
      <ButtonLink to={cityHomesPath(city)} variant="secondary">
        Homes in {city}
      </ButtonLink>
    </div>
  );
}

const DIRECTIONS = {
  previous: { label: "Previous article", look: "" },
  next: { label: "Next article", look: "sm:col-start-2 sm:justify-end sm:text-right" },
} as const;

function Neighbour({ post, direction }: { post: BlogPost; direction: keyof typeof DIRECTIONS }) {
  const { label, look } = DIRECTIONS[direction];
  return (
    <Link
      to={post.path}
      rel={direction === "previous" ? "prev" : "next"}
      className={`group flex items-center gap-4 py-5 text-ink no-underline not-first:border-t not-first:border-line sm:not-first:border-t-0 ${look}`}
    >
      {direction === "previous" && <span className="icon icon-arrow-left text-brand before:size-6" />}
      <span className="min-w-0">
        <span className="block text-sm text-ink-muted">{label}</span>{" "}
        <span className="font-display text-lg leading-snug font-bold group-hover:underline">{post.title}</span>
      </span>
      {direction === "next" && <span className="icon icon-arrow-right ml-auto text-brand before:size-6 sm:ml-0" />}
    </Link>
  );
}
