import { type ReactNode, useState } from "react";
import { showAccountToast } from "./account-toast";
import { ChangePasswordForm } from "./change-password-form";
import { DeleteAccount } from "./delete-account-form";
import { failureSentence } from "~/data/connection-lost";
import { exportMyData } from "~/data/my-reviews";
import type { AccountUser } from "~/data/session";
import { dayInIndia } from "~/domain/dates";
import { Button } from "~/ui/button";
import { saveFile } from "~/ui/save-file";
import type { ToastMessage } from "~/ui/toast";

/** Lets users export the data of the account, change its password and delete it. (spec 11) */
export function AccountSettings({ user }: { user: AccountUser }) {
  return (
    <>
      <Section id="my-data" title="Your data">
        <p>
          The file has everything we keep about you: account, sessions, reviews, photos, replies, reports, complaints,
          waitlist entry and account events. It is in JSON format, which any text editor can open.
        </p>
        <ExportDataButton />
      </Section>
      <Section id="change-password" title="Password">
        <ChangePasswordForm email={user.email} />
      </Section>
      <Section id="delete-account" title="Delete the account">
        <p>Your reviews can stay without a name, or be deleted too.</p>
        <DeleteAccount email={user.email} />
      </Section>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t-3 border-t-ink pt-4">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function ExportDataButton() {
  const [isBusy, setBusy] = useState(false);

  async function onClick() {
    if (isBusy) return;
    setBusy(true);
    showAccountToast(await exportData(new Date()));
    setBusy(false);
  }

  return (
    <Button variant="secondary" aria-disabled={isBusy} onClick={onClick} className="justify-self-start">
      {isBusy ? "Please wait..." : "Save my data as a file"}
    </Button>
  );
}

/** Saves the data of the account as a file on this device. Resolves to the toast of the outcome. (spec 11) */
async function exportData(now: Date): Promise<ToastMessage> {
  try {
    saveFile(new Blob([await exportMyData()], { type: "application/json" }), `gharsach-${dayInIndia(now)}.json`);
    return { title: "File Saved", description: "It has everything we keep about you. Do not share it." };
  } catch (error) {
    return { title: "File Not Saved", description: failureSentence(error), variant: "destructive" };
  }
}
