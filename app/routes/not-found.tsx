import { data } from "react-router";
import { PageNotFound } from "~/features/site/page-not-found";
import type { Route } from "./+types/not-found";

export function meta(): Route.MetaDescriptors {
  return [{ title: "Page not found · GharSach" }, { name: "robots", content: "noindex" }];
}

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <PageNotFound />;
}
