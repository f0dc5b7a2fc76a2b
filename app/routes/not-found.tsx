import { data } from "react-router";
import { NOT_FOUND_PAGE, pageMeta } from "~/features/site/page-meta";
import { PageNotFound } from "~/features/site/page-not-found";
import type { Route } from "./+types/not-found";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, NOT_FOUND_PAGE);
}

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <PageNotFound />;
}
