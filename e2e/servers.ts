/**
 * The servers of the browser tests: one with the embedded backend, one with BACKEND=supabase that uses the first as its
 * project, one with BACKEND=browser, and a file server with what `npm run build:static` wrote.
 */
export const EMBEDDED_PORT = Number(process.env.E2E_PORT ?? 4173);
export const SUPABASE_PORT = EMBEDDED_PORT + 1;
export const BROWSER_PORT = EMBEDDED_PORT + 2;
export const STATIC_PORT = EMBEDDED_PORT + 3;
/** Two more, on a database that e2e/outage.spec.ts stops under them. */
export const OUTAGE_PORT = EMBEDDED_PORT + 4;
export const OUTAGE_PROJECT_PORT = EMBEDDED_PORT + 5;
/** One that a signal to `npm start` ends: e2e/server.spec.ts. */
export const SIGNAL_PORT = EMBEDDED_PORT + 6;
/** Another with BACKEND=supabase, whose project asks for a captcha: e2e/captcha.spec.ts. */
export const CAPTCHA_PORT = EMBEDDED_PORT + 8;
export const EMBEDDED_URL = `http://localhost:${EMBEDDED_PORT}`;
export const SUPABASE_URL = `http://localhost:${SUPABASE_PORT}`;
export const BROWSER_URL = `http://localhost:${BROWSER_PORT}`;
export const STATIC_URL = `http://localhost:${STATIC_PORT}`;
export const OUTAGE_URL = `http://localhost:${OUTAGE_PORT}`;
export const OUTAGE_PROJECT_URL = `http://localhost:${OUTAGE_PROJECT_PORT}`;
export const CAPTCHA_URL = `http://localhost:${CAPTCHA_PORT}`;
