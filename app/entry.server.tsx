import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from "react-router";
import { pageContext } from "~/page-context";
import { scriptSafeJson } from "~/features/site/page-config";
import { hashInlineScripts } from "~/hash-inline-scripts";
import { startAfterFirstPaint } from "~/start-after-first-paint";
import { InlineScriptNonce } from "~/ui/inline-script";

/** React Router's errors for a form of another origin: they have no type or code. */
const FOREIGN_FORM = /^(?:The `request\.url` origin does not match|`origin` header is not a valid URL)/;

/**
 * Logs errors of a rendering. Client errors (a method or a form that no page takes) are left out: the request's line has their
 * status. React Router reads this name.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (error instanceof Error && FOREIGN_FORM.test(error.message)) return;
  console.error(isRouteErrorResponse(error) && "error" in error && error.error ? error.error : error);
}

/**
 * Renders a page. It is sent whole, not streamed: pages are the same for every visitor and are cached, they are complete
 * without JavaScript, and nothing shifts when a later chunk arrives. Loaders have read all that a page needs, so it is
 * rendered in one go, into a string. (docs/decisions/0006)
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const policyOf = context.get(pageContext).policyOf;
  if (request.method === "HEAD") {
    if (policyOf) headers.set("Content-Security-Policy", policyOf([]));
    return new Response(null, { status, headers });
  }

  // Distinguishes scripts that React rendered from any other in the page; removed before the page is sent.
  const nonce = randomUUID();
  const { serverHandoffStream: data, ...withoutData } = entry;
  const whole = render(
    <InlineScriptNonce value={nonce}>
      <ServerRouter context={withoutData} url={request.url} nonce={nonce} />
    </InlineScriptNonce>,
  );
  const { page, sources } = hashInlineScripts(
    startAfterFirstPaint(data ? withData(await whole, await text(data), nonce) : await whole),
    nonce,
  );
  if (policyOf) headers.set("Content-Security-Policy", policyOf(sources));
  return new Response(Buffer.from(page), { status, headers });
}

/** What React writes in place of a part that has failed, or that waits for something. */
const MISSING_PART = "<!--$!-->";

/**
 * The HTML of a page. Rejects with what a part of it fails with. React's streams begin with a doctype, its strings do not, and
 * browsers lay out a page without one as if it were from 1998 (quirks mode).
 */
export async function render(page: ReactNode): Promise<string> {
  const html = renderToString(page);
  if (html.includes(MISSING_PART)) throw await failureOf(page);
  return `<!DOCTYPE html>${html}`;
}

/** renderToString keeps to itself what has failed. */
function failureOf(page: ReactNode): Promise<unknown> {
  return new Promise((resolve) => {
    const { abort } = renderToPipeableStream(page, { onError: resolve });
    setImmediate(abort, new Error("A part of the page waits for something: loaders have to."));
  });
}

/**
 * Hands the data of the loaders over to React Router in the browser, which has left a stream for them in the page. Its own
 * StreamTransfer does the same from within the rendering, which it suspends for each piece.
 */
function withData(html: string, data: string, nonce: string): string {
  const end = html.lastIndexOf("</body>");
  const stream = "window.__reactRouterContext.streamController";
  const script = `<script nonce="${nonce}">${stream}.enqueue(${scriptSafeJson(data)});${stream}.close()</script>`;
  return end < 0 ? html : html.slice(0, end) + script + html.slice(end);
}
