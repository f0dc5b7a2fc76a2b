import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import { SearchField } from "./search-field";

/** What to search the reviews for, and the button that does it: the part that Home's search and the filters share. */
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

/** A search from another page: leads to the list of what it finds. */
export function SearchForm({ className }: { className?: string }) {
  return (
    // Phones sold before 2023 do not know the search element.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <form role="search" action="/reviews" autoComplete="off" className={className}>
      <SearchBox />
    </form>
  );
}
