import { type ComponentType, type MouseEvent, useState } from "react";
import type { HomePhoto } from "~/data/reviews";
import { formatDay } from "~/domain/dates";
import { homeQueryString, WITH_PHOTOS } from "~/domain/home-query";
import { isolated } from "~/domain/plain-text";
import { Link } from "~/ui/link";
import type { PhotoDialogProps } from "./photo-dialog";

interface HomePhotosProps {
  /** The path of the home's page. */
  path: string;
  photos: HomePhoto[];
  /** How many reviews have photos in all. */
  count: number;
}

/** The newest photos of a home. Each is a link to the photo, which opens in a dialog if its code loads. (spec 10) */
export function HomePhotos({ path, photos, count }: HomePhotosProps) {
  const [Dialog, setDialog] = useState<ComponentType<PhotoDialogProps> | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  if (photos.length === 0) return null;

  async function open(event: MouseEvent<HTMLAnchorElement>, place: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    try {
      const { PhotoDialog } = await import("./photo-dialog");
      setDialog(() => PhotoDialog);
      setOpened(place);
    } catch {
      window.location.assign(href);
    }
  }

  return (
    <section aria-labelledby="photos" className="min-w-0">
      <h2 id="photos" className="sr-only">
        Photos by tenants
      </h2>
      <ul className="home-photos">
        {photos.map(({ url, pictureUrl, displayName, publishedOn }, place) => (
          <li key={url}>
            <a href={url} onClick={(event) => void open(event, place)}>
              <img
                src={pictureUrl}
                alt={`By ${isolated(displayName)}, ${formatDay(publishedOn)}`}
                width={480}
                height={320}
                // The first ones are the largest picture of a phone's first screen.
                loading={place < 3 ? "eager" : "lazy"}
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
      <Link to={path + homeQueryString(WITH_PHOTOS)} className="link">
        {count === 1 ? "The review with photos" : `All ${count.toLocaleString("en-IN")} reviews with photos`}
      </Link>
      {Dialog && opened !== null && (
        <Dialog photos={photos} shown={opened} onShow={setOpened} onClose={() => setOpened(null)} />
      )}
    </section>
  );
}
