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

/** How long the outcome is shown before the next page opens. The toast stays longer. */
const READING_MS = 1500;

/** The page that a confirmation link opens. (spec 2, 4) */
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
  const shownOutcome = useRef<ConfirmationOutcome | null>(null);

  useEffect(() => {
    if (!outcome) return undefined;
    const { toast, destination } = CONFIRMATIONS[outcome];
    if (shownOutcome.current !== outcome) showAccountToast(toast);
    shownOutcome.current = outcome;
    const state: ArrivalState | null = outcome === "failed" ? { isLinkRefused: true } : null;
    const timer = setTimeout(() => {
      const next = outcome === "confirmed" ? takeRememberedPage(new Date()) : destination;
      void navigate(next, { replace: true, state });
    }, READING_MS);
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

/** Uses the link once per visit. Returns its outcome; null until it is known. */
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
