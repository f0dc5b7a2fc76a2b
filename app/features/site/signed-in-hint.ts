import { SESSION_STORAGE_KEY } from "~/data/supabase-auth";

/**
 * Runs before the first paint: marks the page when this browser holds a session, so that the link which only members
 * see has its place from the start and nothing moves when the account is known. Storage may be forbidden.
 */
export const SIGNED_IN_HINT_SCRIPT = `try{if(localStorage.getItem(${JSON.stringify(SESSION_STORAGE_KEY)}))document.documentElement.dataset.sessionHint=""}catch{}`;
