/** The badge variant of a severity, whatever its case; unknown and missing ones are outlined like minor ones. (spec 2) */
export function severityVariant(severity: string | null | undefined): "destructive" | "secondary" | "outline" {
  switch (severity?.trim().toLowerCase()) {
    case "critical":
    case "major":
      return "destructive";
    case "moderate":
      return "secondary";
    default:
      return "outline";
  }
}
