import { Notice } from "~/ui/notice";

/** Replaces a review in the URL that is not shown. */
export function UnknownReview() {
  return <Notice>This review does not exist. It may have been removed, or the link may be wrong.</Notice>;
}
