import type { ComponentProps } from "react";
import { useNavigate } from "react-router";
import { SuggestingField } from "~/ui/suggesting-field";
import type { TextField } from "~/ui/text-field";

interface SearchFieldProps extends Pick<ComponentProps<typeof TextField>, "defaultValue" | "onInput" | "className"> {
  /** The city that the search is limited to; "" or null for all. */
  cityOf?: () => string | null;
  /** A suggestion was chosen, and its page is on the way. */
  onLeave?: () => void;
}

/** The field of a search for reviews. It suggests homes and places, which lead to their own pages. */
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
