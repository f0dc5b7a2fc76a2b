import type { ComponentProps } from "react";

type Variant = "default" | "secondary" | "outline" | "destructive" | "success" | "warning";

interface BadgeProps extends ComponentProps<"span"> {
  variant?: Variant;
  icon?: "award" | "clock" | "shield";
}

/** A small label, like a stamp on paper. The icon is decoration; the words carry the meaning. app.css has the looks. */
export function Badge({ variant = "default", icon, className, children, ...props }: BadgeProps) {
  return (
    <span
      {...props}
      className={["badge", `badge-${variant}`, icon && `icon-${icon}`, className].filter(Boolean).join(" ")}
    >
      {children}
    </span>
  );
}
