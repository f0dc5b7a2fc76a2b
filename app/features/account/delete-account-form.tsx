import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { showAccountToast } from "./account-toast";
import { useLogOutMark } from "./auth-provider";
import { confirmPassword } from "./confirm-password";
import { deleteAccount, deletionToast, REVIEWS_OF_DELETED, type ReviewsOfDeleted } from "./delete-account";
import { PasswordField } from "./password-field";
import { useAccountForm } from "./use-account-form";
import { checkDeletion } from "~/domain/account-check";
import { isKeyOf } from "~/domain/enumerations";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { optionsOf, RadioGroupField } from "~/ui/radio-group-field";

const CHOICES = optionsOf(REVIEWS_OF_DELETED);

/** Deletes the account for good; its owner chooses what becomes of the reviews, and gives the password. (spec 11) */
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

/** Deletes the account and opens Home; a person whose account is gone is not asked to log in. */
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
