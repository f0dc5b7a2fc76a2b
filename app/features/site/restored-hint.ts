/**
 * Runs before the first paint: marks the page when the router has been at this place of the history before, or the address points
 * into the page. The reader goes to a place in it, so nothing above may take less room than it had.
 */
export const RESTORED_HINT_SCRIPT = `if(history.state||location.hash)document.documentElement.dataset.restored="";`;
