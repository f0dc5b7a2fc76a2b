import { ALL_REVIEWS } from "~/domain/home-query";
import { testHome } from "~/domain/test-home";
import { aboutHome } from "./describe-home";
import type { HomeView } from "./load-home";

/** Returns the view of a home's page for tests, without reviews and filters. */
export function testHomeView(own: Partial<HomeView> = {}): HomeView {
  const home = own.home ?? testHome();
  return {
    ...{ home, about: aboutHome(home), query: ALL_REVIEWS, isLaterPage: false, photos: [] },
    ...{ reviews: [], next: null, matchingCount: 0, topicWords: null, uncounted: [], ...own },
  };
}
