import type { MetaDescriptor } from "react-router";

export const FEED_PATH = "/blog/rss.xml";
export const FEED_TITLE = "GharSach: renting advice";

/** Lets feed readers find the blog's feed from its pages. */
export const FEED_LINK: MetaDescriptor = {
  tagName: "link",
  rel: "alternate",
  type: "application/rss+xml",
  title: FEED_TITLE,
  href: FEED_PATH,
};
