import type { ComponentProps } from "react";
import { Link } from "./link";

type Variant = "primary" | "secondary" | "ghost" | "danger";
type Size = "md" | "sm";

interface Look {
  variant?: Variant;
  /** `sm` is narrower, in smaller type. Both have the height of a touch target. */
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

// Styled by class in looks.css, because lists repeat buttons dozens of times.
function look(variant: Variant, size: Size, className = "") {
  return `button button-${variant} button-${size} ${className}`.trim();
}
