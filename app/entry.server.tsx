import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from "react-router";
import { contentSecurityPolicyContext } from "~/content-security-policy-context";
import { hashInlineScripts } from "~/hash-inline-scripts";
import { startAfterFirstPaint } from "~/start-after-first-paint";
import { InlineScriptNonce } from "~/ui/inline-script";

/** How long a page may take to be made, in ms. React Router reads this name. */
export const streamTimeout = 5_000;

/** What React Router says of a form that comes from another site. It has no type or code of its own. */
const FOREIGN_FORM = /^(?:The `request\.url` origin does not match|`origin` header is not a valid URL)/;

/**
 * Logs what failed while a page was made. What a stranger got wrong (a method or a form that no page takes) is no failure:
 * the line of the request says its status, and a stack for each would bury the rest. React Router reads this name.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (error instanceof Error && FOREIGN_FORM.test(error.message)) return;
  console.error(isRouteErrorResponse(error) && "error" in error && error.error ? error.error : error);
}

/**
 * Makes a page. It is sent when it is whole, not piece by piece: pages are the same for every visitor and are kept in
 * caches, they are complete without JavaScript, and nothing on them moves because a later piece arrives.
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

  // Tells the scripts that this rendering wrote from whatever else is in the page; it is gone before the page is sent.
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
        // React would send large parts after the rest and put them in place with a script.
        progressiveChunkSize: Infinity,
        onAllReady() {
          clearTimeout(timer);
          pipe(
            collect((whole) => {
              // Bytes from end to end: making a string of them, and of that the body, took a tenth of the time of a page.
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
          // What fails before the shell is ready rejects this promise and is logged by whoever awaits it.
          if (isShellReady) console.error(error);
        },
      },
    );
    // Longer than the limit of React Router's own data stream, so that its rejected parts still reach the page.
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Takes what React writes and gives all of it away at the end. */
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
