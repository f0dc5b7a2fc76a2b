import type { ComponentProps } from "react";
import { Link } from "./link";

type Variant = "primary" | "secondary" | "ghost" | "danger";
type Size = "md" | "sm";

interface Look {
  variant?: Variant;
  /** `sm` is narrower and set in smaller type; both are tall enough for a thumb. */
  size?: Size;
}

export function Button({
  variant = "primary",
  size = "md",
  className,
  type = "button",
  ...props
}: ComponentProps<"button"> & Look) {
  return <button {...props} type={type} className={look(variant, size, className)} />;
}

export function ButtonLink({
  variant = "primary",
  size = "md",
  className,
  ...props
}: ComponentProps<typeof Link> & Look) {
  return <Link {...props} className={look(variant, size, className)} />;
}

const VARIANTS: Record<Variant, string> = {
  primary: "border-brand bg-brand text-on-brand hover:border-brand-strong hover:bg-brand-strong",
  secondary: "border-ink bg-transparent text-ink hover:bg-ink hover:text-paper",
  ghost: "border-transparent bg-transparent text-ink hover:bg-surface-sunken",
  danger: "border-danger bg-transparent text-danger hover:bg-danger hover:text-paper",
};

const SIZES: Record<Size, string> = {
  md: "px-5 text-base",
  sm: "px-3.5 text-sm",
};

// A button that is busy or disabled still says what it does, so it keeps readable colours.
const DISABLED =
  "disabled:cursor-not-allowed disabled:border-dashed disabled:border-line-strong disabled:bg-surface-sunken disabled:text-ink-muted";

function look(variant: Variant, size: Size, className = "") {
  return `inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-md border-2 py-1.5 text-center leading-tight font-semibold no-underline transition-[background-color,border-color,color] ${SIZES[size]} ${VARIANTS[variant]} ${DISABLED} ${className}`;
}
