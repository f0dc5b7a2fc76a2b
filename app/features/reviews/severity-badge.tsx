import { Badge } from "~/ui/badge";
import { severityLevel, severityVariant } from "./severity-variant";

/** How bad an issue is, in words and in as many bars as it has steps: colours alone would not tell. (spec 2) */
export function SeverityBadge({ severity }: { severity: string }) {
  const level = severityLevel(severity);
  return (
    <Badge variant={severityVariant(severity)} className={level > 0 ? `severity severity-${level}` : undefined}>
      {severity}
    </Badge>
  );
}
