import { Menu as Base } from "@base-ui/react/menu";
import type { ComponentProps, ReactElement, ReactNode } from "react";

interface MenuProps {
  /** A `<Button>`: it opens the menu. */
  trigger: ReactElement;
  children: ReactNode;
}

export function Menu({ trigger, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-40 outline-none">
          <Base.Popup className="min-w-48 max-w-[min(20rem,calc(100vw-2rem))] border border-t-3 border-line border-t-ink bg-surface py-1 text-ink shadow-raised outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** One action. `render={<Link to="…" />}` makes it a link. */
export function MenuItem({
  className,
  ...props
}: Omit<ComponentProps<typeof Base.Item>, "className"> & { className?: string }) {
  return (
    <Base.Item
      {...props}
      className={`flex min-h-target cursor-pointer items-center gap-2.5 px-4 py-2 leading-tight text-ink no-underline outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-ink-muted data-highlighted:bg-surface-sunken data-highlighted:outline-3 data-highlighted:-outline-offset-3 data-highlighted:outline-focus ${className ?? ""}`}
    />
  );
}

/** Words inside a menu that are no action, such as whose menu it is. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <p className="border-b border-line px-4 pt-2 pb-2.5 text-sm break-all text-ink-muted">{children}</p>;
}
