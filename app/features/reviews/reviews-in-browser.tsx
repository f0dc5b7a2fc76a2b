import { Notice } from "~/ui/notice";
import { WithoutScripts } from "~/ui/without-scripts";

/** Stands in for reviews until the browser that keeps them has read them. (spec 1, 2) */
export function ReviewsInBrowser({ loadingText = "Loading reviews..." }: { loadingText?: string }) {
  return (
    <WithoutScripts what="This site keeps its reviews in your browser; reading them needs">
      <Notice tone="loading">{loadingText}</Notice>
    </WithoutScripts>
  );
}
