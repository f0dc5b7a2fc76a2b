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
      className={`inline-flex max-w-full items-center gap-1.5 rounded-sm border px-2 py-0.5 text-xs font-semibold [&_svg]:size-[1.15em] [&_svg]:shrink-0 ${VARIANTS[variant]} ${className ?? ""}`}
    >
      {icon && (
        <span aria-hidden="true" className="contents">
          {icon}
        </span>
      )}
      {children}
    </span>
  );
}

const VARIANTS: Record<Variant, string> = {
  default: "border-brand bg-brand-soft text-brand",
  secondary: "border-transparent bg-surface-sunken text-ink",
  outline: "border-line-strong bg-transparent text-ink-muted",
  destructive: "border-danger bg-danger-soft text-danger",
  success: "border-verified bg-verified-soft text-verified",
  warning: "border-warning bg-warning-soft text-warning",
};
