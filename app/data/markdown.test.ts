import { expect, test } from "vitest";
import { renderMarkdown } from "./markdown";

test("gives headings ids and lists those of the second level", () => {
  const { html, headings } = renderMarkdown(
    '## Water & "power"\n\n### At night\n\n## [Bills](/reviews), `last` **three**\n',
  );
  expect(headings).toEqual([
    { id: "water--power", text: 'Water & "power"' },
    { id: "bills-last-three", text: "Bills, last three" },
  ]);
  expect(html).toContain('<h2 id="water--power">Water &amp; &quot;power&quot;</h2>');
  expect(html).toContain('<h3 id="at-night">At night</h3>');
});

test("gives equal headings different ids within a text", () => {
  const ids = () => renderMarkdown("## Water\n\n> ### Inside\n\n## Water\n").headings.map(({ id }) => id);
  expect(ids()).toEqual(["water", "water-1"]);
  expect(ids()).toEqual(["water", "water-1"]);
});

test("names the column in each cell of a table too wide for a phone", () => {
  const { html } = renderMarkdown(
    "| Item | Why | How long | Who *sees* it |\n| --- | --- | --- | --- |\n| Log | Faults | A day | [Team](/about) |\n",
  );
  expect(html).toContain('<table class="wide" role="table">');
  expect(html).toContain('<th role="columnheader">Who <em>sees</em> it</th>');
  expect(html).toContain('<td role="cell" data-column="Who sees it"><a href="/about">Team</a></td>');
});

test("scrolls each table in a region that the keyboard reaches, named by its heading", () => {
  const table = "| Item | Ask |\n| --- | --- |\n| Lift | Who pays? |\n";
  const { html } = renderMarkdown(`${table}\n## What "they" ask & take\n\n${table}`);
  expect(html).toContain('<div role="region" aria-label="Table 1" tabindex="0"><table>');
  expect(html).toContain(
    '<div role="region" aria-label="Table 2: What &quot;they&quot; ask &amp; take" tabindex="0"><table>',
  );
  expect(html).toContain("<td>Who pays?</td>");
});

test("marks only links to other sites", () => {
  const { html } = renderMarkdown(
    "[here](/reviews?city=Pune) [there](https://tenancy.tn.gov.in) <https://example.org/a>",
  );
  expect(html).toContain('<a href="/reviews?city=Pune">here</a>');
  expect(html).toContain('<a rel="noopener" href="https://tenancy.tn.gov.in">there</a>');
  expect(html).toContain('<a rel="noopener" href="https://example.org/a">');
});

test("escapes HTML in the text", () => {
  const { html } = renderMarkdown("A <b onclick=x>bold</b> word.\n\n<script>alert(1)</script>\n");
  expect(html).toContain("A &lt;b onclick=x&gt;bold&lt;/b&gt; word.");
  expect(html).not.toContain("<script");
});
