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

/** React Router's errors for a form from another origin. They have no type or code. */
const FOREIGN_FORM = /^(?:The `request\.url` origin does not match|`origin` header is not a valid URL)/;

/**
 * Logs rendering errors, except client errors such as a method that no page accepts: the request's log line has their status. React
 * Router requires this name.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (error instanceof Error && FOREIGN_FORM.test(error.message)) return;
  console.error(isRouteErrorResponse(error) && "error" in error && error.error ? error.error : error);
}

/**
 * Renders a page to a string instead of a stream: pages are cached, complete without JavaScript, and must not shift when a chunk
 * arrives. The loaders have read all data. (docs/decisions/0006)
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

  // Marks the scripts of this rendering. Removed before the page is sent.
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

/** The marker that React writes for a part that failed or suspended. */
const MISSING_PART = "<!--$!-->";

/** Returns the HTML of a page with its doctype. Rejects with the error of a part that failed. */
export async function render(page: ReactNode): Promise<string> {
  const html = renderToString(page);
  if (html.includes(MISSING_PART)) throw await failureOf(page);
  return `<!DOCTYPE html>${html}`;
}

/** Renders again to get the error, which renderToString does not report. */
function failureOf(page: ReactNode): Promise<unknown> {
  return new Promise((resolve) => {
    const { abort } = renderToPipeableStream(page, { onError: resolve });
    setImmediate(abort, new Error("A part of the page is suspended. Loaders must read its data."));
  });
}

/**
 * Adds the data of the loaders to the page, for React Router in the browser. React Router's StreamTransfer would suspend the
 * rendering for each chunk.
 */
function withData(html: string, data: string, nonce: string): string {
  const end = html.lastIndexOf("</body>");
  const stream = "window.__reactRouterContext.streamController";
  const script = `<script nonce="${nonce}">${stream}.enqueue(${scriptSafeJson(data)});${stream}.close()</script>`;
  return end < 0 ? html : html.slice(0, end) + script + html.slice(end);
}
