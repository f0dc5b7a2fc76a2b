import type { GrievanceOfficer as Officer } from "~/domain/grievance";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { WithoutScripts } from "~/ui/without-scripts";
import { CLOCKS } from "./grievance-wording";
import { useLocation } from "react-router";
import { Button } from "~/ui/button";
import { useIsHydrated } from "~/ui/use-is-hydrated";
import { GrievanceFields } from "./grievance-fields";
import { useGrievanceForm } from "./use-grievance-form";

interface GrievancePageProps {
  isAvailable: boolean;
  officer: Officer;
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
        <ul className="grid list-disc gap-1 pl-5">
          {CLOCKS.map((clock) => (
            <li key={clock}>{clock}</li>
          ))}
        </ul>
        <p>
          We decide by the{" "}
          <Link to="/review-policy" className="link">
            Review Policy
          </Link>{" "}
          and publish how fast on{" "}
          <Link to="/transparency" className="link">
            Transparency
          </Link>
          . We never tell a complainant who wrote the review.{" "}
          <Link to="/privacy" className="link">
            Privacy
          </Link>{" "}
          says what we keep of a complaint.
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

/** The Grievance Officer that the law requires. */
function GrievanceOfficer({ officer: { name, email, address } }: { officer: Officer }) {
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

/** Files a grievance and opens its status page. The server's page is the same for every visitor, so a draft appears with hydration. */
function GrievanceForm() {
  const isHydrated = useIsHydrated();
  const { search } = useLocation();
  return <Form key={isHydrated ? `hydrated${search}` : "server"} isHydrated={isHydrated} search={search} />;
}

function Form({ isHydrated, search }: { isHydrated: boolean; search: string }) {
  const { entry, isBusy, messages, refusal, change, formProps } = useGrievanceForm(isHydrated, search);
  return (
    // "post": without JavaScript, typed text must not end up in a URL.
    <form {...formProps} method="post" noValidate>
      {/* Before hydration the button would submit the form to no handler. */}
      <fieldset disabled={isBusy || !isHydrated} className="grid gap-6">
        <GrievanceFields entry={entry} messages={messages} onChange={change} />
        {refusal && <Notice tone="error">{refusal}</Notice>}
        <Button type="submit" className="justify-self-start">
          {isBusy ? "Sending..." : "Send the complaint"}
        </Button>
      </fieldset>
    </form>
  );
}
