import type { GrievanceOfficer as Officer } from "~/domain/grievance";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { WithoutScripts } from "~/ui/without-scripts";
import { GrievanceForm } from "./grievance-form";
import { GrievanceOfficer } from "./grievance-officer";
import { CLOCKS } from "./grievance-wording";

interface GrievancePageProps {
  isAvailable: boolean;
  officer: Officer | null;
}

/** The form for complaints, or why there is none. (spec 11) */
export function GrievancePage({ isAvailable, officer }: GrievancePageProps) {
  return (
    <Page
      title="File a complaint"
      intro="About a review, a reply or any other page. You do not need an account."
      width="prose"
    >
      <div className="grid gap-6">
        <p>
          {CLOCKS} We decide by the{" "}
          <Link to="/review-policy" className="link">
            Review Policy
          </Link>
          and publish how fast on{" "}
          <Link to="/transparency" className="link">
            Transparency
          </Link>
          . We tell no complainant who wrote a review.
        </p>
        {isAvailable ? (
          <WithoutScripts what="The form needs" orElse=", or write to the Grievance Officer">
            <GrievanceForm />
          </WithoutScripts>
        ) : (
          <Notice>
            This form is unavailable because this site runs without a database. Please write to the Grievance Officer.
          </Notice>
        )}
        <GrievanceOfficer officer={officer} />
      </div>
    </Page>
  );
}
