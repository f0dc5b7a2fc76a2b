import type { ComponentProps, ElementType } from "react";

type CardProps<T extends ElementType> = { as?: T } & Omit<ComponentProps<T>, "as">;

/** A box below a heavy rule. No shadow, no round corners. */
export function Card<T extends ElementType = "div">({ as, className, ...props }: CardProps<T>) {
  const Element: ElementType = as ?? "div";
  return <Element {...props} className={`card ${className ?? ""}`.trim()} />;
}
