import { homePath, homeReviewPath } from "~/domain/home";
import { homeQueryString } from "~/domain/home-query";
import { averageRating } from "~/domain/property-group";
import type { Review } from "~/domain/review";
import { stepsToHome } from "~/domain/steps-to-home";
import { homePicturePath } from "./describe-home";
import type { HomeView } from "./load-home";

/** The number of reviews in the JSON-LD. Search engines read the others in the page. */
const SHOWN_REVIEWS = 3;

/** Returns the breadcrumb of a page as JSON-LD (schema.org). */
export function breadcrumbData(siteUrl: string, steps: { label: string; path: string }[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ label, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: siteUrl + path,
    })),
  };
}

/**
 * Returns a home and its breadcrumb as JSON-LD; only the breadcrumb for sorted, filtered and later pages, and if
 * no review counts. The type Residence may
 * have a rating and reviews, and fits a room as well as a house.
 */
export function homeData(siteUrl: string, view: HomeView): object[] {
  const { home, reviews, query, isLaterPage } = view;
  const url = siteUrl + homePath(home);
  const breadcrumb = breadcrumbData(siteUrl, [
    ...stepsToHome(home),
    { label: home.propertyName, path: homePath(home) },
  ]);
  if (isLaterPage || homeQueryString(query) !== "" || home.count === 0) return [breadcrumb];
  const residence = {
    "@context": "https://schema.org",
    "@type": "Residence",
    "@id": `${url}#home`,
    name: home.propertyName,
    url,
    image: siteUrl + homePicturePath(home),
    address: {
      "@type": "PostalAddress",
      // schema.org has no property for a part of a city.
      ...(home.locality && { streetAddress: home.locality }),
      addressLocality: home.city,
      addressCountry: "IN",
    },
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: Number(averageRating(home)),
      bestRating: 5,
      worstRating: 1,
      reviewCount: home.count,
    },
    review: reviews.slice(0, SHOWN_REVIEWS).map((review) => reviewData(siteUrl, review)),
  };
  return [breadcrumb, residence];
}

function reviewData(siteUrl: string, review: Review) {
  const { displayName, publishedOn, rating, comment } = review;
  return {
    "@type": "Review",
    url: siteUrl + homeReviewPath(homePath(review), review.id),
    author: { "@type": "Person", name: displayName },
    datePublished: publishedOn,
    reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
    ...(comment.trim() && { reviewBody: comment.trim() }),
  };
}
