import { useState } from "react";
import { failureSentence } from "~/data/connection-lost";
import { requestPlaceAlert } from "~/data/place-alerts";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";
import { isEmail } from "~/domain/account";
import { plainLine } from "~/domain/plain-text";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";
import { useSending } from "~/ui/use-sending";

/**
 * Requests one email about the first new review in a locality, without an account. Lazy-loaded after hydration. The tab keeps what was
 * typed until it is sent. (spec 10)
 */
export function EmailMeOnce({ city, locality }: { city: string; locality: string }) {
  const [fault, setFault] = useState("");
  const [refusal, setRefusal] = useState("");
  const [sentTo, setSentTo] = useState("");
  const { ref, isBusy, onSubmit } = useSending(async (form) => {
    const email = plainLine(emailIn(form));
    const problem = faultOf(email);
    setFault(problem);
    setRefusal("");
    if (problem) return null;
    try {
      const answer = await requestPlaceAlert(city, locality, email);
      if (answer === "sent") {
        keepTabDraft("alert", null);
        setSentTo(email);
      } else setRefusal(`Too many attempts. ${answer.sentence}`);
    } catch (error) {
      setRefusal(failureSentence(error));
    }
    return null;
  });

  if (sentTo) {
    return (
      <Notice tone="success">
        We have sent a link to <bdi className="wrap-anywhere">{sentTo}</bdi>. Open it today or tomorrow to confirm that
        you want this one email. One address gets at most three such links a day.
      </Notice>
    );
  }
  return (
    // "post" keeps the email out of the URL if the form is sent without JavaScript.
    <form
      ref={ref}
      onSubmit={onSubmit}
      onChange={(event) => keepTabDraft("alert", { email: emailIn(event.currentTarget) })}
      method="post"
      noValidate
    >
      <fieldset disabled={isBusy} className="grid items-start gap-3">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          isRequired
          defaultValue={tabDraft("alert").email}
          hint={`One email when someone reviews a home in ${locality}. No account needed.`}
          error={fault}
        />
        {refusal && <Notice tone="error">{refusal}</Notice>}
        <Button type="submit" className="justify-self-start">
          {isBusy ? "Sending..." : "Email me once"}
        </Button>
      </fieldset>
    </form>
  );
}

function emailIn(form: HTMLFormElement): string {
  return String(new FormData(form).get("email"));
}

function faultOf(email: string): string {
  if (!email) return "Enter your email.";
  return isEmail(email) ? "" : "Use the form name@example.com, without spaces.";
}
