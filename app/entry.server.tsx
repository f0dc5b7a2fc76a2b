import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from "react-router";
import { contentSecurityPolicyContext } from "~/content-security-policy-context";
import { hashInlineScripts } from "~/hash-inline-scripts";
import { startAfterFirstPaint } from "~/start-after-first-paint";
import { InlineScriptNonce } from "~/ui/inline-script";

/** Timeout of a rendering, in ms. React Router reads this name. */
export const streamTimeout = 5_000;

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
 * without JavaScript, and nothing shifts when a later chunk arrives.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const policyOf = context.get(contentSecurityPolicyContext);
  if (request.method === "HEAD") {
    if (policyOf) headers.set("Content-Security-Policy", policyOf([]));
    return new Response(null, { status, headers });
  }

  // Distinguishes scripts that React rendered from any other in the page; removed before the page is sent.
  const nonce = randomUUID();
  return new Promise((resolve, reject) => {
    let isShellReady = false;
    let hasFailed = false;
    const { pipe, abort } = renderToPipeableStream(
      <InlineScriptNonce value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </InlineScriptNonce>,
      {
        nonce,
        // Otherwise React sends large parts later and moves them with a script.
        progressiveChunkSize: Infinity,
        onAllReady() {
          clearTimeout(timer);
          pipe(
            collect((whole) => {
              // Bytes from end to end: decoding and encoding a string took a tenth of the time of a page.
              const { page, sources } = hashInlineScripts(startAfterFirstPaint(whole), nonce);
              if (policyOf) headers.set("Content-Security-Policy", policyOf(sources));
              resolve(new Response(page, { status: hasFailed ? 500 : status, headers }));
            }),
          );
        },
        onShellReady() {
          isShellReady = true;
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          hasFailed = true;
          // An error before the shell is ready rejects this promise, and its caller logs it.
          if (isShellReady) console.error(error);
        },
      },
    );
    // Longer than the limit of React Router's own data stream, so that its rejected parts still reach the page.
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Collects the chunks that React writes into one buffer. */
function collect(onWhole: (page: Buffer<ArrayBuffer>) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
    final(done) {
      onWhole(Buffer.concat(pieces));
      done();
    },
  });
}
