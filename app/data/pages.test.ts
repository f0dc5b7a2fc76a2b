import { expect, test } from "vitest";
import { findInformationPage } from "./pages";

test("names the grievance officer of the settings on the policy pages", { tags: ["11.54"] }, () => {
  const officer = { name: "Asha <Rao>", email: "asha@example.in", address: "12 M&G Road" };
  for (const slug of ["review-policy", "terms", "privacy"]) {
    const html = findInformationPage(slug, officer)?.html ?? "";
    expect(html).toContain('Asha &lt;Rao>, <a href="mailto:asha@example.in">asha@example.in</a>, 12 M&amp;G Road');
    expect(html).not.toContain("{officer}");
    expect(findInformationPage(slug, null)?.html).toContain('GharSach, <a href="mailto:hello@gharsach.in">');
  }
});
