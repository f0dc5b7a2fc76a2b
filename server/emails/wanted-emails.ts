import { z } from "zod";
import { followUpPath, unfollowPath } from "../../app/domain/follow.ts";
import { homePath, localityHomesPath } from "../../app/domain/home.ts";
import { email } from "./email.ts";

const name = z.object({ propertyId: z.string(), propertyName: z.string(), locality: z.string(), city: z.string() });
const news = z.object({
  follows: z.array(
    z.object({
      secret: z.uuid(),
      /** Of a home that is followed; a locality has none. */
      propertyName: z.string().optional(),
      locality: z.string(),
      city: z.string(),
      reviewCount: z.number(),
      homes: z.array(name.extend({ reviewCount: z.number() })),
    }),
  ),
});

const reminder = z.object({ review_id: z.uuid(), home: z.string() });

/** The emails that people ask for themselves. They hold no words of a review, which may be withdrawn meanwhile. */
export const WANTED_EMAILS = {
  "follow-news": email(news, ({ follows }) => {
    const [first] = follows;
    const names = follows.map(({ propertyName, locality, city }) => propertyName ?? `${locality}, ${city}`);
    const more = follows.length > 1 ? ` and ${follows.length - 1} more` : "";
    return {
      subject: first ? `New reviews: ${names[0]}${more}` : "New reviews",
      title: "New reviews of homes and places you follow",
      paragraphs: ["We write at most once a day, about reviews of the days before."],
      items: follows.map(({ secret, propertyName, locality, city, reviewCount, homes }, index) => ({
        text: `${names[index]}: ${newReviews(reviewCount)}`,
        links: [
          ...homes.map((home) => ({
            path: homePath(home),
            label: propertyName ? "Read them" : `${home.propertyName}: ${newReviews(home.reviewCount)}`,
          })),
          ...(propertyName ? [] : [{ path: localityHomesPath(city, locality), label: `All homes in ${locality}` }]),
          { path: unfollowPath([secret]), label: `Stop following ${names[index]}` },
        ],
      })),
      link: { path: "/account", label: "See what you follow" },
      unsubscribePath: unfollowPath(follows.map(({ secret }) => secret)),
    };
  }),
  "deposit-reminder": email(reminder, ({ review_id, home }) => ({
    subject: "Has the deposit come back?",
    title: "Has the deposit come back?",
    paragraphs: [
      `When you published your review of ${home}, you were still waiting for the deposit. Tell the next tenant what happened: it takes one tap, and you may add a sentence.`,
    ],
    link: { path: followUpPath(review_id), label: "Say what happened" },
    note: "You asked for this reminder. We send it only once.",
  })),
};

function newReviews(count: number): string {
  return count === 1 ? "1 new review" : `${count} new reviews`;
}
