import { isKeyOf, type Severity } from "~/domain/enumerations";
import { Badge } from "~/ui/badge";

/** The severity of an issue in words and bars, because color alone is not accessible. (spec 2) */
export function SeverityBadge({ severity }: { severity: string }) {
  const key = severity.trim().toLowerCase();
  const look = isKeyOf(LOOKS, key) ? LOOKS[key] : UNKNOWN;
  return <Badge {...look}>{severity}</Badge>;
}

const LOOKS = {
  minor: { variant: "outline", className: "icon icon-bars severity-1" },
  moderate: { variant: "secondary", className: "icon icon-bars severity-2" },
  major: { variant: "destructive", className: "icon icon-bars severity-3" },
  critical: { variant: "destructive", className: "icon icon-bars severity-4" },
} as const satisfies Record<Lowercase<Severity>, object>;

const UNKNOWN = { variant: "outline" } as const;
