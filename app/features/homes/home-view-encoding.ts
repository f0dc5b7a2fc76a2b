import type { HomeView } from "./load-home";

/**
 * A home with its reviews as JSON. React Router's turbo-stream has an index for every value, which costs server and phone
 * more than the rest of the page's data (docs/decisions/0007).
 */
export interface EncodedHomeView {
  json: string;
}

const views = new WeakMap<EncodedHomeView, HomeView>();

/** Anything else that a loader returns stays as it is. */
export function encodeHomeView<Other extends string>(view: HomeView | Other): EncodedHomeView | Other {
  if (typeof view === "string") return view;
  const encoded = { json: JSON.stringify(view) };
  // Server rendering decodes the same object.
  views.set(encoded, view);
  return encoded;
}

/** Returns the same object for the same input. Anything else that was loaded stays as it is. */
export function decodeHomeView<Other>(loaded: EncodedHomeView | Other): HomeView | Other {
  if (!isEncoded(loaded)) return loaded;
  const view = views.get(loaded) ?? (JSON.parse(loaded.json) as HomeView);
  views.set(loaded, view);
  return view;
}

function isEncoded(loaded: unknown): loaded is EncodedHomeView {
  return typeof loaded === "object" && loaded !== null && "json" in loaded;
}
