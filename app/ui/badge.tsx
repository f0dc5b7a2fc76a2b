import type { ComponentProps, ReactNode } from "react";

type Variant = "default" | "secondary" | "outline" | "destructive" | "success" | "warning";

interface BadgeProps extends ComponentProps<"span"> {
  variant?: Variant;
  icon?: ReactNode;
}

/** A small label, like a stamp on paper. The icon is decoration; the words carry the meaning. */
export function Badge({ variant = "default", icon, className, children, ...props }: BadgeProps) {
  return (
    <span
      {...props}
      // app.css has the looks.
      className={`badge badge-${variant} ${className ?? ""}`.trim()}
    >
      {icon}
      {children}
    </span>
  );
}
