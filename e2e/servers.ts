/**
 * The servers of the browser tests: one with the embedded backend, one with BACKEND=supabase that uses the first as its
 * project, one with BACKEND=browser, and a file server with what `npm run build:static` wrote.
 */
const PORT = Number(process.env.E2E_PORT ?? 4173);

export const EMBEDDED_URL = `http://localhost:${PORT}`;
export const SUPABASE_URL = `http://localhost:${PORT + 1}`;
export const BROWSER_URL = `http://localhost:${PORT + 2}`;
export const STATIC_URL = `http://localhost:${PORT + 3}`;
