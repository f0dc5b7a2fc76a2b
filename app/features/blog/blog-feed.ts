import { Feed } from "feed";
import { allArticles } from "~/data/articles";
import type { Site } from "~/domain/site";

/** Returns the blog as RSS, newest first. `siteUrl` is the origin of the links. */
export function blogFeed(siteUrl: string, { name, contactEmail }: Site): string {
  const articles = allArticles();
  const [newest] = articles;
  const feed = new Feed({
    title: `${name}: renting advice`,
    description: "Advice and city guides for people who rent a home in India.",
    id: `${siteUrl}/blog`,
    link: `${siteUrl}/blog`,
    language: "en-IN",
    feedLinks: { rss: `${siteUrl}/blog/rss.xml` },
    generator: false,
    ...(newest && { updated: noon(newest.date) }),
  });
  for (const { title, path, summary, date, author, tags } of articles) {
    feed.addItem({
      title,
      id: siteUrl + path,
      link: siteUrl + path,
      description: summary,
      date: noon(date),
      // RSS requires an email address for each author.
      author: [{ name: author, email: contactEmail }],
      category: tags.map((tag) => ({ name: tag })),
    });
  }
  return feed.rss2();
}

// Returns noon in India, which is on the same day in most time zones.
function noon(day: string): Date {
  return new Date(`${day}T12:00:00+05:30`);
}
