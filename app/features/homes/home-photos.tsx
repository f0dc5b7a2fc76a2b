import { formatDay } from "~/domain/dates";
import { homeQueryString, WITH_PHOTOS } from "~/domain/home-query";
import { isolated } from "~/domain/plain-text";
import type { Review } from "~/domain/review";
import { Link } from "~/ui/link";

const MOST = 8;

interface HomePhotosProps {
  /** The page of the home. */
  path: string;
  /** The newest with photos. */
  reviews: Review[];
  /** How many have photos in all. */
  count: number;
}

/** The newest photos of a home, each as on the card of its review. (spec 10) */
export function HomePhotos({ path, reviews, count }: HomePhotosProps) {
  const photos = reviews.flatMap((review) =>
    review.proofUrls.map((url, index) => ({ url, thumbnail: review.proofThumbnailUrls?.[index] ?? url, review })),
  );
  if (photos.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-xl">Photos by tenants</h2>
      <ul className="flex flex-wrap gap-2">
        {photos.slice(0, MOST).map(({ url, thumbnail, review }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener"
              className="block size-16 overflow-hidden rounded-md border border-line"
            >
              <img
                src={thumbnail}
                alt={`By ${isolated(review.displayName)}, ${formatDay(review.publishedOn)} (opens in a new tab)`}
                width={64}
                height={64}
                loading="lazy"
                decoding="async"
                className="size-full bg-surface-sunken object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <Link
        to={path + homeQueryString(WITH_PHOTOS)}
        className="link inline-flex min-h-target items-center text-sm font-semibold"
      >
        {count === 1 ? "The review with photos" : `All ${count.toLocaleString("en-IN")} reviews with photos`}
      </Link>
    </section>
  );
}
