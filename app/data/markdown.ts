import { Marked, Renderer, type Tokens } from "marked";
import { getHeadingList, gfmHeadingId } from "marked-gfm-heading-id";

/** A second-level heading for the table of contents. */
export interface Heading {
  /** The element id. */
  id: string;
  /** Plain text. */
  text: string;
}

/** More columns do not fit a phone. */
const MOST_COLUMNS = 3;
const EXTERNAL = /^https?:/i;

/**
 * Renders GitHub's Markdown as HTML. Headings get ids. Tables scroll in a region that the keyboard reaches, so that the page never
 * scrolls sideways. Links to other sites get rel="noopener". HTML in the text is escaped.
 */
export function renderMarkdown(markdown: string): { html: string; headings: Heading[] } {
  const texts: string[] = [];
  let tables = 0;
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      // Collects the plain texts of headings. The extension creates the ids, but drops quotation marks and ampersands from its texts.
      heading({ tokens }) {
        texts.push(this.parser.parseInline(tokens, this.parser.textRenderer));
        return false;
      },
      table(token) {
        tables += 1;
        const label = escapeAttribute([`Table ${tables}`, texts.at(-1)].filter(Boolean).join(": "));
        const isWide = token.header.length > MOST_COLUMNS;
        const table = isWide ? wideTable.call(this, token) : Renderer.prototype.table.call(this, token);
        return `<div role="region" aria-label="${label}" tabindex="0">${table}</div>\n`;
      },
      link(token) {
        const link = Renderer.prototype.link.call(this, token);
        return EXTERNAL.test(token.href) ? link.replace("<a ", '<a rel="noopener" ') : link;
      },
      html({ raw, text }) {
        return this.text({ type: "text", raw, text, escaped: false });
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  const headings = getHeadingList().flatMap(({ level, id }, place) =>
    level === 2 ? [{ id, text: texts[place] ?? "" }] : [],
  );
  return { html, headings };
}

/**
 * Renders a table whose rows stack on a phone, with the column name before each cell. It sets the implicit roles, because browsers drop
 * them when CSS changes the display of table elements.
 */
function wideTable(this: Renderer, { header, rows }: Tokens.Table): string {
  const names = header.map((cell) => escapeAttribute(this.parser.parseInline(cell.tokens, this.parser.textRenderer)));
  const heads = header.map((cell) => `<th role="columnheader">${this.parser.parseInline(cell.tokens)}</th>`);
  const body = rows.map((cells) => {
    const row = cells.map(
      (cell, place) => `<td role="cell" data-column="${names[place]}">${this.parser.parseInline(cell.tokens)}</td>`,
    );
    return `<tr role="row">${row.join("")}</tr>`;
  });
  return (
    `<table class="wide" role="table"><thead role="rowgroup"><tr role="row">${heads.join("")}</tr></thead>` +
    `<tbody role="rowgroup">${body.join("\n")}</tbody></table>`
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
