import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { showAccountToast } from "./account-toast";
import { useLogOutMark } from "./auth-provider";
import { confirmPassword } from "./log-in";
import { PasswordField } from "./credential-fields";
import { useAccountForm } from "./use-account-form";
import * as accounts from "~/data/accounts";
import { noResponse } from "~/data/connection-lost";
import * as data from "~/data/my-reviews";
import { deleteDraftPhotos } from "~/data/draft-database";
import { checkDeletion } from "~/domain/account-check";
import { isKeyOf } from "~/domain/enumerations";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { optionsOf, RadioGroupField } from "~/ui/radio-group-field";
import type { ToastMessage } from "~/ui/toast";

/** What happens to the reviews of a deleted account. */
const REVIEWS_OF_DELETED = {
  stay: "Keep my reviews without a name: nothing will link them to me or to each other",
  go: "Delete my reviews too, with their photos",
} as const;
type ReviewsOfDeleted = keyof typeof REVIEWS_OF_DELETED;

const CHOICES = optionsOf(REVIEWS_OF_DELETED);

/** Deletes the account. Asks what should happen to its reviews, and for the password. (spec 11) */
export function DeleteAccount({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={(willOpen) => !isBusy && setOpen(willOpen)}
        title="Delete your account?"
        description="Your email, password, name and photos will be deleted at once. This cannot be undone."
      >
        <DeletionForm email={email} onBusy={setBusy} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface DeletionFormProps {
  email: string;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
}

function DeletionForm({ email, onBusy, onCancel }: DeletionFormProps) {
  const leave = useLeave();
  const [reviews, setReviews] = useState("");
  const { formProps, isBusy, errorOf } = useAccountForm<"reviews" | "currentPassword">({
    check: checkDeletion,
    async send(values) {
      if (!isKeyOf(REVIEWS_OF_DELETED, values.reviews)) return [];
      onBusy(true);
      try {
        const refused = await confirmPassword(email, values.currentPassword, { isOnline: navigator.onLine });
        if (!refused) return await leave(values.reviews);
        if (refused.toast) showAccountToast(refused.toast);
        return refused.faults;
      } finally {
        onBusy(false);
      }
    },
  });
  return (
    <form {...formProps}>
      <fieldset disabled={isBusy} className="grid gap-5">
        <RadioGroupField
          label="What should happen to your reviews?"
          name="reviews"
          isRequired
          options={CHOICES}
          value={reviews}
          error={errorOf("reviews")}
          onValueChange={setReviews}
        />
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current Password"
          name="currentPassword"
          autoComplete="current-password"
          error={errorOf("currentPassword")}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" variant="danger">
            {isBusy ? "Deleting..." : "Delete permanently"}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}

/** Returns a function that deletes the account and opens Home, not the log-in page. */
function useLeave() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { markLogOut } = useLogOutMark();
  return async (reviews: ReviewsOfDeleted): Promise<[] | "leaving"> => {
    markLogOut(key);
    const outcome = await deleteAccount(reviews);
    showAccountToast(deletionToast(outcome));
    if (outcome === "deleted") {
      await navigate("/", { replace: true });
      return "leaving";
    }
    markLogOut(null);
    return [];
  };
}

/** Deletes the account of a user who has just logged in, and its data on this device. `failure` is a sentence, or empty. (spec 11) */
async function deleteAccount(reviews: ReviewsOfDeleted): Promise<"deleted" | { failure: string }> {
  try {
    await data.deleteAccount(reviews === "go");
  } catch (error) {
    return { failure: error instanceof Error && !noResponse(error) ? error.message : "" };
  }
  // The account is deleted by now, so an error here is not a failure.
  await accounts.forgetSession().catch(() => {});
  await deleteDraftPhotos();
  return "deleted";
}

function deletionToast(outcome: Awaited<ReturnType<typeof deleteAccount>>): ToastMessage {
  if (outcome === "deleted") {
    return {
      title: "Account Deleted",
      description: "Some pages may show what was deleted for up to a minute.",
      duration: 7000,
    };
  }
  return {
    title: "Not Deleted Yet",
    description: outcome.failure || "The server did not answer. Please try again.",
    duration: Infinity,
    variant: "destructive",
  };
}
