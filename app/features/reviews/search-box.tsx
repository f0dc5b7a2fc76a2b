import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import { useNavigate } from "react-router";
import { SuggestingField } from "~/ui/suggesting-field";
import type { TextField } from "~/ui/text-field";

/** The search field and its button, shared by Home and the filters. */
export function SearchBox({ className, ...props }: ComponentProps<typeof SearchField>) {
  return (
    <div className={`flex gap-2 ${className ?? ""}`}>
      <SearchField {...props} className="min-w-0 grow [&_input]:h-13 [&_input]:placeholder:text-sm" />
      <Button type="submit" variant="secondary" className="icon icon-search h-13 max-lg:px-3">
        <span className="sr-only lg:not-sr-only">Search</span>
      </Button>
    </div>
  );
}

/** A search form for pages other than /reviews. It opens /reviews with the results. */
export function SearchForm({ className }: { className?: string }) {
  return (
    // Phones sold before 2023 do not know the search element.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <form role="search" action="/reviews" autoComplete="off" className={className}>
      <SearchBox />
    </form>
  );
}

interface SearchFieldProps extends Pick<ComponentProps<typeof TextField>, "defaultValue" | "onInput" | "className"> {
  /** Returns the city that the search is limited to; "" or null for all. */
  cityOf?: () => string | null;
  /** Called when the visitor chooses a suggestion, before the page changes. */
  onLeave?: () => void;
}

/** The search field for reviews. Suggests homes and places; choosing one opens its page. */
export function SearchField({ cityOf, onLeave, ...props }: SearchFieldProps) {
  const navigate = useNavigate();
  return (
    <SuggestingField<string>
      {...props}
      label="Search reviews"
      hideLabel
      name="q"
      type="search"
      placeholder="Search property, locality, city..."
      enterKeyHint="search"
      autoComplete="off"
      listLabel="Homes and places"
      loadFind={async () => {
        const { findPlaces } = await import("./find-places");
        return (text, signal) => findPlaces(text, cityOf?.() || null, signal);
      }}
      onChoose={(path) => {
        onLeave?.();
        void navigate(path);
      }}
    />
  );
}
