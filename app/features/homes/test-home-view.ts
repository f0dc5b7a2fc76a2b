import { ALL_REVIEWS } from "~/domain/home-query";
import { testHome } from "~/domain/test-home";
import type { HomeView } from "./load-home";

/** Returns the view of a home's page for tests, without reviews and filters. */
export function testHomeView(own: Partial<HomeView> = {}): HomeView {
  return {
    ...{ home: testHome(), query: ALL_REVIEWS, isLaterPage: false, photos: [] },
    ...{ reviews: [], next: null, matchingCount: 0, topicWords: null, uncounted: [], ...own },
  };
}
