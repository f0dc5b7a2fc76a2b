import { type ReactNode, Suspense, use } from "react";
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test, vi } from "vitest";
import { handleError, render } from "./entry.server";

const request = new Request("http://localhost/reviews", { method: "POST" });

test("logs no stack for a client error", () => {
  const logged = loggedErrors();
  const foreignForm =
    "The `request.url` origin does not match `origin` header from a forwarded action request. Aborting the action.";
  handleError(new Error(foreignForm), { request });
  handleError(new Error("`origin` header is not a valid URL. Aborting the action."), { request });
  const reason = new Error('You made a POST request to "/about" but did not provide an `action`');
  handleError(new ErrorResponse(405, "Method Not Allowed", reason, true), { request });
  handleError(new ErrorResponse(404, "Not Found", new Error('No route matches URL "/x"'), true), { request });
  expect(logged()).toEqual([]);
});

test("logs errors of the server, unless the visitor has left", () => {
  const logged = loggedErrors();
  const failure = new Error("The database is away.");
  handleError(failure, { request });
  const wrapped = new ErrorResponse(500, "Internal Server Error", failure, true);
  handleError(wrapped, { request });
  const gone = new Request(request, { signal: AbortSignal.abort() });
  handleError(failure, { request: gone });
  expect(logged()).toEqual([failure, failure]);
});

test("rejects if a part of the page fails or is suspended", async () => {
  const page = (part: ReactNode) => (
    <html lang="en">
      <body>
        <p>{"<!--$!-->"}</p>
        <Suspense fallback="...">{part}</Suspense>
      </body>
    </html>
  );
  function Broken(): never {
    throw new Error("The card is broken.");
  }
  function Waiting({ forever }: { forever: Promise<string> }) {
    return use(forever);
  }
  await expect(render(page("whole"))).resolves.toMatch(/^<!DOCTYPE html><html lang="en">.*whole/);
  await expect(render(page(<Broken />))).rejects.toThrow("The card is broken.");
  await expect(render(page(<Waiting forever={new Promise(() => {})} />))).rejects.toThrow("is suspended");
});

function loggedErrors(): () => unknown[] {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  return () => spy.mock.calls.map(([error]) => error);
}
