import { Notice } from "~/ui/notice";

/** Shown if the review in the URL does not exist or is not public. */
export function UnknownReview() {
  return <Notice>This review does not exist. It may have been removed, or the link may be wrong.</Notice>;
}
