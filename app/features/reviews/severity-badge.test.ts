import { expect, test } from "vitest";
import { severityVariant } from "./severity-badge";

test("the badge of a severity ignores case", { tags: ["2.77", "2.78", "2.79"] }, () => {
  expect(["Critical", "critical", "MAJOR", " Major "].map(severityVariant)).toEqual(
    Array.from({ length: 4 }, () => "destructive"),
  );
  expect(["Moderate", "moderate"].map(severityVariant)).toEqual(["secondary", "secondary"]);
  expect(["Minor", "minor", "", "Huge"].map(severityVariant)).toEqual(Array.from({ length: 4 }, () => "outline"));
});
