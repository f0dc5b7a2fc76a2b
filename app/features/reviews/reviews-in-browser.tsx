import { Notice } from "~/ui/notice";

/** Stands in for reviews until the browser that keeps them has read them. (spec 1, 2) */
export function ReviewsInBrowser({ loadingText = "Loading reviews..." }: { loadingText?: string }) {
  return (
    <>
      <noscript>
        <Notice tone="error">
          This site keeps its reviews in your browser and needs JavaScript to read them. Please switch it on and load
          this page again.
        </Notice>
      </noscript>
      <Notice tone="loading" className="noscript:hidden">
        {loadingText}
      </Notice>
    </>
  );
}
