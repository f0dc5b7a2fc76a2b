import { useLocation } from "react-router";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { useIsHydrated } from "~/ui/use-is-hydrated";
import { GrievanceFields } from "./grievance-fields";
import { useGrievanceForm } from "./use-grievance-form";

/**
 * Files a grievance and opens its status page. The server's page is the same for every visitor, so a draft appears with
 * hydration.
 */
export function GrievanceForm() {
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
