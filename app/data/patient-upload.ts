import { ANSWER_TIMEOUT_MS } from "./time-limit";

/**
 * Sends like `fetch`, and gives up when nothing moves any more: for 6 s, or on a slow connection for as long as it has
 * taken so far, because what has left the browser may still be on its way. A limit for the whole would either end a slow
 * upload that works or keep somebody waiting for a storage that hangs; and `fetch` does not tell how far it is. Rejects
 * like `fetch`. For the browser only. (docs/decisions/0028)
 */
export function sendPatiently(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const startedAt = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    function waitOn() {
      clearTimeout(timer);
      const patience = Math.max(ANSWER_TIMEOUT_MS, performance.now() - startedAt);
      timer = setTimeout(() => request.abort(), patience);
    }
    function fail(message: string) {
      clearTimeout(timer);
      reject(new TypeError(message));
    }

    request.open(init.method ?? "GET", String(input instanceof Request ? input.url : input));
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", waitOn);
    request.addEventListener("progress", waitOn);
    request.addEventListener("error", () => fail("Failed to fetch"));
    request.addEventListener("abort", () => fail("Failed to fetch: no answer in time"));
    request.addEventListener("load", () => {
      clearTimeout(timer);
      const type = request.getResponseHeader("content-type") ?? "text/plain";
      resolve(new Response(request.responseText, { status: request.status, headers: { "content-type": type } }));
    });
    waitOn();
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}
