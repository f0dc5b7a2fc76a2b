export interface Answer {
  /** 0 without a response. */
  status: number;
  headers: Headers;
  /** The parsed JSON, else null. */
  // oxlint-disable-next-line typescript/no-explicit-any -- Each fact looks at the few fields that it knows, and at their types.
  body: any;
  /** The code of the network error. */
  reason: string;
}

interface Question {
  method?: "GET" | "POST";
  body?: unknown;
  headers?: Record<string, string>;
}

export type Ask = (path: string, question?: Question) => Promise<Answer>;

const TIMEOUT_MS = 10_000;

/** Creates a function that requests paths below this URL with these headers. It does not follow redirects. */
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

/** Returns the code or the name of an error, such as ECONNREFUSED, CERT_HAS_EXPIRED or TimeoutError. */
export function codeOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: unknown }; code?: unknown; name?: unknown };
  return String(cause?.code ?? code ?? name ?? "no answer");
}
