import { Feed } from "feed";
import { allArticles } from "~/data/articles";
import { FEED_PATH, FEED_TITLE } from "./feed-link";

// RSS knows no author without an address.
const EMAIL = "hello@gharsach.in";

/** The blog as RSS, newest first, for a site at this address. */
export function blogFeed(siteUrl: string): string {
  const articles = allArticles();
  const [newest] = articles;
  const feed = new Feed({
    title: FEED_TITLE,
    description: "Advice and city guides for people who rent a home in India.",
    id: `${siteUrl}/blog`,
    link: `${siteUrl}/blog`,
    language: "en-IN",
    feedLinks: { rss: siteUrl + FEED_PATH },
    generator: false,
    ...(newest && { updated: startOfDay(newest.date) }),
  });
  for (const { title, path, summary, date, author, tags } of articles) {
    feed.addItem({
      title,
      id: siteUrl + path,
      link: siteUrl + path,
      description: summary,
      date: startOfDay(date),
      author: [{ name: author, email: EMAIL }],
      category: tags.map((name) => ({ name })),
    });
  }
  return feed.rss2();
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`);
}
