import { beforeEach, vi } from "vitest";

/**
 * Gives each test of a file a page whose project is https://db.example. Returns functions that answer its requests and list them
 * with parsed bodies.
 */
export function projectAnswering() {
  const send = vi.fn<typeof fetch>();
  beforeEach(() => {
    const project = { backend: "supabase", supabaseUrl: "https://db.example", publishableKey: "sb_publishable_test" };
    vi.stubGlobal("fetch", send);
    if ("window" in globalThis) window.__gharsach = project as typeof window.__gharsach;
    else vi.stubGlobal("window", { __gharsach: project });
  });
  function answer(body: unknown, status = 200) {
    send.mockResolvedValueOnce(new Response(body === null ? null : JSON.stringify(body), { status }));
  }
  return {
    send,
    answer,
    /** Answers with an error as PostgREST sends it. */
    refuse: (status: number, code: string, message: string) =>
      answer({ code, message, details: null, hint: null }, status),
    sent: () => send.mock.calls.map(([url, init]) => request(String(url), init)),
  };
}

function request(url: string, init: RequestInit = {}) {
  const { searchParams } = new URL(url);
  const headers = Object.fromEntries(new Headers(init.headers));
  const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
  return { url, searchParams, method: init.method, headers, body };
}

/**
 * Returns an account client for mocks of ~/data/supabase-auth. `current` is the token of its session, `renewed` the token after a refresh.
 */
export function sessionOf(current: string | null, renewed: string | null = null, error: Error | null = null) {
  const session = (token: string | null) => token && { access_token: token };
  return {
    getSession: async () => ({ data: { session: session(current) }, error: null }),
    refreshSession: async () => ({ data: { session: session(renewed) }, error }),
  } as never;
}
