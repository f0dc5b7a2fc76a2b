import { SEVERITIES } from "~/domain/enumerations";
import { Badge } from "~/ui/badge";

const STEPS = Object.keys(SEVERITIES).map((severity) => severity.toLowerCase());

/** How bad an issue is, in words and in as many bars as it has steps: colours alone would not tell. (spec 2) */
export function SeverityBadge({ severity }: { severity: string }) {
  const level = severityLevel(severity);
  return (
    <Badge variant={severityVariant(severity)} className={level > 0 ? `severity severity-${level}` : undefined}>
      {severity}
    </Badge>
  );
}

/** The badge variant of a severity, whatever its case; unknown ones are outlined like minor ones. (spec 2) */
function severityVariant(severity: string): "destructive" | "secondary" | "outline" {
  switch (severityLevel(severity)) {
    case 4:
    case 3:
      return "destructive";
    case 2:
      return "secondary";
    default:
      return "outline";
  }
}

/** From 1 for minor to 4 for critical, whatever its case; 0 for unknown ones. */
function severityLevel(severity: string): number {
  return STEPS.indexOf(severity.trim().toLowerCase()) + 1;
}
