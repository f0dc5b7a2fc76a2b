import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { visitorBackend } from "~/data/visitor-backend";
import { homePath, homeReviewPath } from "~/domain/home";
import type { PropertyName } from "~/domain/property-group";
import { reviewPath } from "~/domain/review";

/** A home's name, linked to the home's page if it has one. */
export function HomeName({ name, home }: { name: string; home: string | null }) {
  if (home === null) return <bdi lang={languageOf(name)}>{name}</bdi>;
  return (
    <Link to={home} className="home-name">
      <bdi lang={languageOf(name)}>{name}</bdi>
    </Link>
  );
}

/** Returns the path of a home's page; null if only this browser has its reviews. */
export function homeAddress(home: PropertyName): string | null {
  return visitorBackend().hasHomePages ? homePath(home) : null;
}

/** Returns the permalink of a review: the page of its home with the review marked, or the list if homes have no pages. */
export function reviewAddress(reviewId: string, home: string | null): string {
  return home === null ? reviewPath(reviewId) : homeReviewPath(home, reviewId);
}
