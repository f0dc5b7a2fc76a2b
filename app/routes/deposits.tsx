import { pageContext } from "~/page-context";
import { depositFigures } from "~/data/deposits";
import { stepsTo } from "~/domain/steps-to-home";
import { depositsData } from "~/features/deposits/deposits-data";
import { DepositsPage } from "~/features/deposits/deposits-page";
import { breadcrumbData } from "~/features/homes/home-data";
import { pageMeta, siteOf } from "~/features/site/page-meta";
import { StructuredData } from "~/features/site/structured-data";
import type { Route } from "./+types/deposits";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function meta({ loaderData, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "Rental deposits in India, city by city",
    image: `/pictures/deposits.png?v=${loaderData?.[0]?.refreshedOn ?? ""}`,
    description:
      "How many months of rent tenants were asked for as a deposit, how much came back, when, and what it was kept for.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  return (await context.get(pageContext).backend.read(depositFigures)) ?? [];
}

export default function DepositsScreen({ loaderData, matches }: Route.ComponentProps) {
  const { siteUrl = "", siteName = "" } = siteOf(matches) ?? {};
  const steps = [...stepsTo({}), { label: "Deposits", path: "/deposits" }];
  return (
    <>
      <StructuredData
        things={
          import.meta.env.SSR ? [breadcrumbData(siteUrl, steps), depositsData(siteUrl, siteName, loaderData)] : []
        }
      />
      <DepositsPage cities={loaderData} />
    </>
  );
}
