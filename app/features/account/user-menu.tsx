import { useLocation } from "react-router";
import { serviceToast, showAccountToast } from "./account-toast";
import { LOG_OUT_TOASTS, logOut } from "./log-out";
import { isMarkedOperator } from "~/data/desk-memory";
import type { AccountUser } from "~/data/session";
import { Disclosure } from "~/ui/disclosure";
import { Link } from "~/ui/link";

interface UserMenuProps {
  user: AccountUser;
  /** Called when the log-out starts. */
  onLeave(): void;
  /** Called if the log-out failed: the user is still signed in. */
  onStay(): void;
}

const ITEM =
  "icon flex min-h-target w-full cursor-pointer items-center gap-2.5 px-4 py-2 leading-tight text-ink no-underline before:size-4 hover:bg-surface-sunken";

/** The email of the account, links to its pages, and the log-out. (spec 2, 11) */
export function UserMenu({ user: { id, email }, onLeave, onStay }: UserMenuProps) {
  // Renders again on each navigation: the desk may have marked the user as an operator.
  useLocation();
  const isOperator = isMarkedOperator(id);

  async function leave() {
    onLeave();
    const outcome = await logOut();
    showAccountToast(serviceToast(LOG_OUT_TOASTS, outcome));
    if (outcome !== "logged-out") onStay();
  }

  return (
    <Disclosure
      label={
        <>
          <span className="icon icon-person before:size-5" />
          <bdi className="max-w-44 truncate max-sm:sr-only lg:max-xl:max-w-36">{email}</bdi>
        </>
      }
    >
      <p className="border-b border-line px-4 pt-2 pb-2.5 text-sm break-all text-ink-muted">
        <bdi>{email}</bdi>
      </p>
      <Link to="/account" className={`${ITEM} icon-notebook`}>
        Your reviews and account
      </Link>
      {isOperator && (
        <Link to="/desk" className={`${ITEM} icon-gavel`}>
          The desk
        </Link>
      )}
      <button type="button" onClick={leave} className={`${ITEM} icon-exit`}>
        Logout
      </button>
    </Disclosure>
  );
}
