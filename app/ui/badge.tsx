import type { ComponentProps } from "react";

type Variant = "secondary" | "outline" | "destructive" | "success" | "warning";

/** A small label. Styled in looks.css. */
export function Badge({ variant, className, ...props }: ComponentProps<"span"> & { variant: Variant }) {
  return <span {...props} className={`badge badge-${variant} ${className ?? ""}`.trim()} />;
}
