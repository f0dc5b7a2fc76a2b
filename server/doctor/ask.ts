/** What came back from an address. */
export interface Answer {
  /** 0 when nothing came. */
  status: number;
  headers: Headers;
  /** Parsed where it is JSON, else null. */
  // oxlint-disable-next-line typescript/no-explicit-any -- Each fact looks at the few fields that it knows, and at their types.
  body: any;
  /** Why nothing came: the code of the network error. */
  reason: string;
}

interface Question {
  method?: "GET" | "POST";
  body?: unknown;
  headers?: Record<string, string>;
}

/** Asks a path of one origin. Never rejects. */
export type Ask = (path: string, question?: Question) => Promise<Answer>;

const TIMEOUT_MS = 10_000;

/** Asks below this address, with these headers; redirects are answers, too. */
export function askerOf(base: string, headers: Record<string, string> = {}): Ask {
  return async (path, question = {}) => {
    const { method = "GET", body } = question;
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    try {
      const response = await fetch(base + path, {
        method,
        headers: { ...headers, ...type, ...question.headers },
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: parsed(await response.text()), reason: "" };
    } catch (error) {
      return { status: 0, headers: new Headers(), body: null, reason: codeOf(error) };
    }
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED, TimeoutError and the like. */
export function codeOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: unknown }; code?: unknown; name?: unknown };
  return String(cause?.code ?? code ?? name ?? "no answer");
}
