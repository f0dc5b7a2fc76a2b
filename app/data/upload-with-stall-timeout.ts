import { ANSWER_TIMEOUT_MS } from "./time-limit";

/**
 * Works like `fetch`, but aborts a stalled transfer: after 15 s without progress or, on a slow connection, after as long as it has taken so
 * far, since sent bytes may be in flight. It uses XMLHttpRequest because `fetch` reports no upload progress. For the browser only.
 * (docs/decisions/0011)
 */
export function uploadWithStallTimeout(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const startedAt = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    function resetTimer() {
      clearTimeout(timer);
      const timeout = Math.max(ANSWER_TIMEOUT_MS, performance.now() - startedAt);
      timer = setTimeout(() => request.abort(), timeout);
    }
    function fail(failure: Error) {
      clearTimeout(timer);
      reject(failure);
    }

    request.open(init.method ?? "GET", String(input instanceof Request ? input.url : input));
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", resetTimer);
    request.addEventListener("progress", resetTimer);
    request.addEventListener("error", () => fail(new TypeError("Failed to fetch")));
    request.addEventListener("abort", () => fail(new DOMException("The upload stalled.", "TimeoutError")));
    request.addEventListener("load", () => {
      clearTimeout(timer);
      const type = request.getResponseHeader("content-type") ?? "text/plain";
      resolve(new Response(request.responseText, { status: request.status, headers: { "content-type": type } }));
    });
    resetTimer();
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}
