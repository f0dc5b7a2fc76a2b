import type { ReactNode } from "react";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

/** The page around a list; without children, the list is loading. (spec 2) */
export function ReviewsFrame({ children }: { children?: ReactNode }) {
  return (
    <Page title="Rental Reviews" intro="Browse experiences shared by tenants across India." width="wide">
      {children ?? <Notice tone="loading">Loading reviews...</Notice>}
    </Page>
  );
}
