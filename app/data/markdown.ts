import { Marked, Renderer, type Tokens } from "marked";
import { getHeadingList, gfmHeadingId } from "marked-gfm-heading-id";

/** A heading of the second level, as a table of contents lists it. */
export interface Heading {
  /** Of the element in the page. */
  id: string;
  /** Plain text. */
  text: string;
}

/** More columns than this do not fit a phone. */
const MOST_COLUMNS = 3;
const EXTERNAL = /^https?:/i;

/**
 * GitHub's Markdown as HTML. Every heading gets an id; a table stands in a region of its own that scrolls, by keyboard
 * too, so that the page never does; links to other sites tell these nothing of the page that opened them. HTML in the
 * text is shown, not obeyed.
 */
export function renderMarkdown(markdown: string): { html: string; headings: Heading[] } {
  const texts: string[] = [];
  let tables = 0;
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      // The ids are the extension's; its texts have lost their quotation marks and ampersands.
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
 * A table whose rows stand under one another on a phone, each cell with the name of its column before it. The roles are
 * those that its elements have anyway: a browser forgets them when the elements are laid out in another way.
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
