import type { Home } from "~/domain/home";
import { isolated } from "~/domain/plain-text";
import { shortened } from "./home-wording";

const MAX_TITLE = 75;

/** Describes a comparison for link previews, which is there to be shared. Unlisted: each set of homes would be a page. */
export function aboutComparison(homes: Home[]) {
  const names = homes.map(({ propertyName }) => isolated(shortened(propertyName, 30)));
  return {
    title: shortened(`Compare ${names.join(", ") || "homes"}`, MAX_TITLE),
    description:
      "Up to four rental homes side by side: scores, deposits, water, rules and repairs, as tenants tell them.",
    isUnlisted: true,
  };
}
