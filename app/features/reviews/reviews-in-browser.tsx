import { Notice } from "~/ui/notice";
import { WithoutScripts } from "~/ui/without-scripts";

/** A placeholder until the browser has read the reviews that it stores. (spec 1, 2) */
export function ReviewsInBrowser({ loadingText = "Loading reviews..." }: { loadingText?: string }) {
  return (
    <WithoutScripts what="This site keeps its reviews in your browser; reading them needs">
      <Notice tone="loading">{loadingText}</Notice>
    </WithoutScripts>
  );
}
