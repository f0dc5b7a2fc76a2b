import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { showAccountToast } from "./account-toast";
import { AccountsRequired } from "./accounts-required";
import { useAuth } from "./auth-provider";
import { CONFIRMATIONS, confirmationOutcome, openConfirmationLink, type ConfirmationOutcome } from "./confirm-email";
import type { ArrivalState } from "./log-in-notice";
import { useEmailLink } from "./use-email-link";
import { takeRememberedPage } from "~/data/page-to-return-to";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

/** How long the result can be read before the next page comes, in ms. The toast stays longer. */
const READING_PAUSE = 1500;

/** Where the link of a confirmation e-mail lands. (spec 2, 4) */
export function EmailConfirmation() {
  const { hasAccounts } = useAuth();
  if (hasAccounts) return <Confirmation />;
  return (
    <Page title="Confirm your email" width="narrow">
      <AccountsRequired>{null}</AccountsRequired>
    </Page>
  );
}

function Confirmation() {
  const outcome = useConfirmation();
  const navigate = useNavigate();
  const toldOutcome = useRef<ConfirmationOutcome | null>(null);

  useEffect(() => {
    if (!outcome) return undefined;
    const { toast, destination } = CONFIRMATIONS[outcome];
    if (toldOutcome.current !== outcome) showAccountToast(toast);
    toldOutcome.current = outcome;
    const state: ArrivalState | null = outcome === "failed" ? { isLinkRefused: true } : null;
    const timer = setTimeout(() => {
      const next = outcome === "confirmed" ? takeRememberedPage(new Date()) : destination;
      void navigate(next, { replace: true, state });
    }, READING_PAUSE);
    return () => clearTimeout(timer);
  }, [outcome, navigate]);

  const { toast, tone, text } = outcome ? CONFIRMATIONS[outcome] : VERIFYING;
  return (
    <Page title={toast.title} width="narrow">
      <AccountsRequired>
        <Notice tone={tone}>{text}</Notice>
      </AccountsRequired>
    </Page>
  );
}

const VERIFYING = { toast: { title: "Verifying Email" }, tone: "loading", text: "One moment, please..." } as const;

/** What came of the link; null until that is known. The link is used once per visit. */
function useConfirmation(): ConfirmationOutcome | null {
  const { user, session, isLoading } = useAuth();
  const link = useEmailLink();
  const hasStarted = useRef(false);
  const [opened, setOpened] = useState<ConfirmationOutcome | null>();

  useEffect(() => {
    if (!link || hasStarted.current) return;
    hasStarted.current = true;
    void openConfirmationLink(link).then(setOpened);
  }, [link]);

  const outcome = confirmationOutcome({ user, session, isLoading });
  if (opened === undefined || outcome === "wait") return null;
  if (opened === "log-in") return outcome === "failed" ? "log-in" : outcome;
  return opened ?? outcome;
}
