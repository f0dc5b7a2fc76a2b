import { data } from "react-router";
import { pageContext } from "~/page-context";
import { InformationPage } from "~/features/information/information-page";
import { loadInformationPage } from "~/features/information/load-information-page";
import { errorMeta, pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/information";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function meta({ loaderData: page, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  return page ? pageMeta(args, { ...page, canonicalPath: page.path }) : errorMeta(args);
}

// One module for all of these pages: the URL names the file of the text.
export function loader({ pattern, context }: Route.LoaderArgs) {
  const page = loadInformationPage(pattern, context.get(pageContext).grievanceOfficer);
  if (!page) throw data("There is no such page.", { status: 404 });
  return page;
}

export default function InformationScreen({ loaderData: page }: Route.ComponentProps) {
  return <InformationPage page={page} />;
}
