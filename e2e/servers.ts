/**
 * The server at SUPABASE_URL runs with BACKEND=supabase; its project is the embedded server. STATIC_URL serves the output of `npm
 * run build:static`.
 */
const PORT = Number(process.env.E2E_PORT ?? 4173);

export const EMBEDDED_URL = `http://localhost:${PORT}`;
export const SUPABASE_URL = `http://localhost:${PORT + 1}`;
export const BROWSER_URL = `http://localhost:${PORT + 2}`;
export const STATIC_URL = `http://localhost:${PORT + 3}`;
