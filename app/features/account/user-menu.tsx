import { CircleUserRound, LogOut } from "lucide-react";
import { Button } from "~/ui/button";
import { Menu, MenuItem, MenuLabel } from "~/ui/menu";

/** Whose account it is, and the way out. (spec 2) */
export function UserMenu({ email, onLogOut }: { email: string; onLogOut(): void }) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm">
          <CircleUserRound aria-hidden="true" className="size-5 shrink-0" />
          <span className="max-w-44 truncate max-sm:sr-only">{email}</span>
        </Button>
      }
    >
      <MenuLabel>{email}</MenuLabel>
      <MenuItem onClick={onLogOut}>
        <LogOut aria-hidden="true" className="size-4 shrink-0" />
        Logout
      </MenuItem>
    </Menu>
  );
}
