import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { NOTICE_LANGUAGES } from "~/domain/notice-languages";
import { testSite } from "~/domain/test-site";
import { findInformationPage } from "./pages";

test("names the grievance officer of the settings on the policy pages", { tags: ["11.54"] }, () => {
  const officer = { name: "Asha <Rao>", email: "asha@example.in", address: "12 M&G Road" };
  for (const slug of ["review-policy", "terms", "privacy"]) {
    expect(findInformationPage(slug, testSite({ grievanceOfficer: officer }))?.html).toContain(
      'Asha &lt;Rao>, <a href="mailto:asha@example.in">asha@example.in</a>, 12 M&amp;G Road',
    );
    expect(findInformationPage(slug, testSite())?.html).toContain(
      'GharSach, <a href="mailto:hello@gharsach.in">hello@gharsach.in</a>',
    );
  }
});

test("says on Privacy that deletions are sealed only if they are", { tags: ["10.627"] }, () => {
  const sentence = "this site keeps what it deletes sealed for 180 days";
  const on = findInformationPage("privacy", testSite({ sealsDeletions: true }))?.html ?? "";
  expect(on.toLowerCase().split(sentence)).toHaveLength(3);
  const off = findInformationPage("privacy", testSite())?.html ?? "";
  expect(off).not.toMatch(/sealed|<p><\/p>/);
  expect(off).toContain("<p>If you want the text deleted too");
  for (const language of Object.keys(NOTICE_LANGUAGES)) {
    const notice = (sealsDeletions: boolean) =>
      findInformationPage(`privacy/${language}`, testSite({ sealsDeletions }));
    expect(notice(true)?.html, language).toMatch(/<p>[^<{}]*(?:180|१८०|১৮০)/);
    expect(notice(false)?.html, language).not.toMatch(/sealed|180|१८०|১৮০/);
  }
});

test("fills every placeholder of every page with the settings", { tags: ["10.637"] }, () => {
  const site = testSite({ name: "Tenants' & Co", contactEmail: "hello@tenants.example" });
  const slugs = readdirSync("content/pages", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replace(/\.md$/, ""));
  const texts = slugs.map((slug) => JSON.stringify(findInformationPage(slug, site)));
  expect(texts.filter((text) => /\{\{|\}\}|GharSach|gharsach\.in/.test(text))).toEqual([]);
  expect(findInformationPage("about", site)).toMatchObject({
    description: expect.stringContaining("What Tenants' & Co is"),
    intro: expect.stringContaining("Tenants' & Co: home truth"),
    html: expect.stringContaining("Tenants' &amp; Co is a place"),
  });
  expect(findInformationPage("about", site)?.html).toContain(
    '<a href="mailto:hello@tenants.example">hello@tenants.example</a>',
  );
});
