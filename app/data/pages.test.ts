import { expect, test } from "vitest";
import { findInformationPage } from "./pages";

test("names the grievance officer of the settings on the policy pages", { tags: ["11.54"] }, () => {
  const officer = { name: "Asha <Rao>", email: "asha@example.in", address: "12 M&G Road" };
  for (const slug of ["review-policy", "terms", "privacy"]) {
    const html = findInformationPage(slug, { grievanceOfficer: officer })?.html ?? "";
    expect(html).toContain('Asha &lt;Rao>, <a href="mailto:asha@example.in">asha@example.in</a>, 12 M&amp;G Road');
    expect(html).not.toContain("{officer}");
    expect(findInformationPage(slug)?.html).toContain('GharSach, <a href="mailto:hello@gharsach.in">');
  }
});

test("says on Privacy that deletions are sealed only if they are", { tags: ["10.627"] }, () => {
  const sentence = "this site keeps what it deletes sealed for 180 days";
  expect(findInformationPage("privacy", { sealsDeletions: true })?.html.toLowerCase().split(sentence)).toHaveLength(3);
  const off = findInformationPage("privacy")?.html ?? "";
  expect(off).not.toMatch(/sealed|<p><\/p>/);
  expect(off).toContain("<p>If you want the text deleted too");
});
