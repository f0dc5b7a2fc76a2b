import { type GrievanceOfficer as Officer, OFFICE } from "~/domain/grievance";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { WithoutScripts } from "~/ui/without-scripts";
import { GrievanceForm } from "./grievance-form";
import { CLOCKS } from "./grievance-wording";

interface GrievancePageProps {
  isAvailable: boolean;
  officer: Officer | null;
}

/** The form for grievances, or the reason why there is none. (spec 11) */
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
          </Link>{" "}
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

/** The Grievance Officer that the law requires, or the office until an officer is named. */
function GrievanceOfficer({ officer }: { officer: Officer | null }) {
  const { name, email, address } = officer ?? OFFICE;
  return (
    <p className="border-t border-line pt-4 text-sm">
      Grievance Officer: {name},{" "}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
      {address && `, ${address}`}
    </p>
  );
}
