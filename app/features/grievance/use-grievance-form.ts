import { useState } from "react";
import { useNavigate } from "react-router";
import { failureSentence } from "~/data/connection-lost";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";
import { newUuid } from "~/data/uuid";
import type { GrievanceEntry } from "~/domain/grievance-check";
import { useSending } from "~/ui/use-sending";
import { type FieldMessages, fileGrievance } from "./file-grievance";
import { FILED_TOAST } from "./grievance-wording";

/** The filed text, kept in the history state of this tab: the database returns it only after an operator has read it. */
export interface TypedGrievance {
  page: string;
  words: string;
}

const BLANK: GrievanceEntry = { writer: "", ground: "", page: "", words: "", email: "" };

interface Beginning {
  entry: GrievanceEntry;
  secret: string;
  /** The page that the last link to the form named. */
  linked: string;
}

/** Returns the initial fields: blank on the server, otherwise this tab's draft and the page that a new link names. */
function beginning(isInBrowser: boolean, search: string): Beginning {
  if (!isInBrowser) return { entry: BLANK, secret: "", linked: "" };
  const { secret = newUuid(), linked: before = "", ...draft } = tabDraft("grievance");
  const linked = new URLSearchParams(search).get("page") || before;
  return { entry: { ...BLANK, ...draft, ...(linked !== before && { page: linked }) }, secret, linked };
}

/** Returns the state of the grievance form: the fields, kept in this tab until they are filed, and the errors of the last attempt. */
export function useGrievanceForm(isInBrowser: boolean, search: string) {
  const navigate = useNavigate();
  const [{ entry, secret, linked }, setForm] = useState(() => beginning(isInBrowser, search));
  const [messages, setMessages] = useState<FieldMessages>({});
  const [refusal, setRefusal] = useState("");
  const { isBusy, ...formProps } = useSending(async () => {
    setRefusal("");
    try {
      const answer = await fileGrievance(entry, secret, location.origin);
      setMessages(answer.outcome === "incomplete" ? answer.messages : {});
      if (answer.outcome === "too-many-attempts") setRefusal(`Too many attempts. ${answer.sentence}`);
      if (answer.outcome !== "filed") return null;
      keepTabDraft("grievance", null);
      await navigate(`/grievance/${secret}`, {
        state: { page: entry.page, words: entry.words } satisfies TypedGrievance,
      });
      return FILED_TOAST;
    } catch (error) {
      setMessages({});
      setRefusal(`Your complaint was not sent. Everything you entered is kept. ${failureSentence(error)}`);
      return null;
    }
  });

  function change(changes: Partial<GrievanceEntry>) {
    const changed = { ...entry, ...changes };
    setForm({ entry: changed, secret, linked });
    keepTabDraft("grievance", { ...changed, secret, linked });
    // A changed field clears its error.
    setMessages((left) => Object.fromEntries(Object.entries(left).filter(([field]) => !(field in changes))));
  }

  return { entry, isBusy, messages, refusal, change, formProps };
}
