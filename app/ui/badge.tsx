import type { ComponentProps } from "react";

type Variant = "default" | "secondary" | "outline" | "destructive";

/** A small label, like a stamp on paper. looks.css has the looks. */
export function Badge({ variant = "default", className, ...props }: ComponentProps<"span"> & { variant?: Variant }) {
  return <span {...props} className={`badge badge-${variant} ${className ?? ""}`.trim()} />;
}
