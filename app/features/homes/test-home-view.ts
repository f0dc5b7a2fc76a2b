import { ALL_REVIEWS } from "~/domain/home-query";
import { testHome } from "~/domain/test-home";
import type { HomeView } from "./load-home";

/** The page of a home for tests: no reviews, and no filter. */
export function testHomeView(own: Partial<HomeView> = {}): HomeView {
  return {
    ...{ home: testHome(), query: ALL_REVIEWS, isLaterPage: false, withPhotos: [] },
    ...{ reviews: [], next: null, matchingCount: 0, topicWords: null, ...own },
  };
}
