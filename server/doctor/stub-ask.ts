import type { Answer, Ask } from "./ask.ts";

type Stub = Partial<Answer> & { type?: string };

/** For tests: answers by path, the longest match first; to everything else as a server that does not know it. */
export function stubAsk(answers: Record<string, Stub | ((body: unknown) => Stub)>): Ask {
  const paths = Object.keys(answers).toSorted((one, other) => other.length - one.length);
  return async (path, { body } = {}) => {
    const found = answers[paths.find((each) => path.startsWith(each)) ?? ""] ?? { status: 404 };
    const { type, ...answer } = typeof found === "function" ? found(body) : found;
    const headers = new Headers(answer.headers);
    if (type) headers.set("content-type", type);
    return { status: 200, body: null, reason: "", ...answer, headers };
  };
}

export const NO_ANSWER: Stub = { status: 0, reason: "ECONNREFUSED" };

/** As PostgREST refuses an anonymous visitor who lacks a right. */
export const DENIED: Stub = { status: 401, body: { code: "42501", message: "permission denied" } };
