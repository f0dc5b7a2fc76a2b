/** The two servers of the browser tests: one with the embedded backend, one with BACKEND=supabase that uses the first as its project. */
export const EMBEDDED_PORT = Number(process.env.E2E_PORT ?? 4173);
export const SUPABASE_PORT = EMBEDDED_PORT + 1;
export const EMBEDDED_URL = `http://localhost:${EMBEDDED_PORT}`;
export const SUPABASE_URL = `http://localhost:${SUPABASE_PORT}`;
