/**
 * Runs before the first paint: marks the page when the router has been at this place of the history before. It goes to where
 * the reader was, so nothing above may take less room than it had.
 */
export const RESTORED_HINT_SCRIPT = `if(history.state)document.documentElement.dataset.restored="";`;
