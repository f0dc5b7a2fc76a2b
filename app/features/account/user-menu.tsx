import { CircleUserRound, LogOut } from "lucide-react";
import { showAccountToast } from "./account-toast";
import { LOG_OUT_TOASTS, logOut } from "./log-out";
import { Button } from "~/ui/button";
import { Menu, MenuItem, MenuLabel } from "~/ui/menu";

interface UserMenuProps {
  email: string;
  /** Logging out has begun. */
  onLeave(): void;
  /** It failed: the person is still signed in. */
  onStay(): void;
}

/** Whose account it is, and the way out. (spec 2) */
export function UserMenu({ email, onLeave, onStay }: UserMenuProps) {
  async function leave() {
    onLeave();
    const result = await logOut();
    showAccountToast(LOG_OUT_TOASTS[result.outcome](result.outcome === "failed" ? result.message : ""));
    if (result.outcome === "failed") onStay();
  }

  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm">
          <CircleUserRound aria-hidden="true" className="size-5 shrink-0" />
          <bdi className="max-w-44 truncate max-sm:sr-only">{email}</bdi>
        </Button>
      }
    >
      <MenuLabel>
        <bdi>{email}</bdi>
      </MenuLabel>
      <MenuItem onClick={leave}>
        <LogOut aria-hidden="true" className="size-4 shrink-0" />
        Logout
      </MenuItem>
    </Menu>
  );
}
