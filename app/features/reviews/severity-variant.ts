import { SEVERITIES } from "~/domain/enumerations";

const STEPS = Object.keys(SEVERITIES).map((severity) => severity.toLowerCase());

/** The badge variant of a severity, whatever its case; unknown ones are outlined like minor ones. (spec 2) */
export function severityVariant(severity: string): "destructive" | "secondary" | "outline" {
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
export function severityLevel(severity: string): number {
  return STEPS.indexOf(severity.trim().toLowerCase()) + 1;
}
