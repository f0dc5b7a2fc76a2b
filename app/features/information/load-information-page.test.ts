import { expect, test } from "vitest";
import { loadInformationPage } from "./load-information-page";

test("the policy pages name the grievance officer of the settings", { tags: ["11.54"] }, () => {
  for (const path of ["/review-policy", "/terms", "/privacy"]) {
    const html =
      loadInformationPage(path, { name: "Asha <Rao>", email: "asha@example.in", address: "12 M&G Road" })?.html ?? "";
    expect(html).toContain('Asha &lt;Rao>, <a href="mailto:asha@example.in">asha@example.in</a>, 12 M&amp;G Road');
    expect(html).not.toContain("{officer}");
    expect(loadInformationPage(path, null)?.html).toContain('GharSach, <a href="mailto:hello@gharsach.in">');
  }
});
