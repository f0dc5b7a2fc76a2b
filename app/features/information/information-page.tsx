import type { InformationPage as InformationText } from "~/data/pages";
import { formatDay } from "~/domain/dates";
import { Page } from "~/ui/page";
import { Prose } from "~/ui/prose";
import { ReadingColumns } from "~/ui/reading-columns";

/** About, How reviews are checked, Review Policy, Terms or Privacy. (spec 2) */
export function InformationPage({ page }: { page: InformationText }) {
  return (
    <Page title={page.title} intro={page.intro} width="wide">
      <ReadingColumns headings={page.headings}>
        <Prose html={page.html} />
        <p className="mt-10 border-t border-line pt-4 text-sm text-ink-muted">
          Last updated <time dateTime={page.lastUpdated}>{formatDay(page.lastUpdated)}</time>
        </p>
      </ReadingColumns>
    </Page>
  );
}
