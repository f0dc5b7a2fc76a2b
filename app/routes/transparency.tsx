import { pageContext } from "~/page-context";
import { transparencyFigures } from "~/data/transparency";
import { pageMeta } from "~/features/site/page-meta";
import { TransparencyPage } from "~/features/transparency/transparency-page";
import type { Route } from "./+types/transparency";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "Transparency",
    description: "Reviews published, reported and hidden, complaints and how fast they were decided, month by month.",
  });
}

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageContext).backend.read(transparencyFigures);
}

export default function TransparencyScreen({ loaderData }: Route.ComponentProps) {
  return <TransparencyPage months={loaderData?.months ?? null} searches={loaderData?.searches} />;
}
