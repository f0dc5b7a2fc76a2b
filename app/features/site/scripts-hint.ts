/** In the state of a history entry: its page is to stay as it is served. */
const WITHOUT_SCRIPTS = "withoutScripts";

/**
 * Runs before the first paint: marks the page where its scripts will run, so in Chrome 111, Safari 16.4, Firefox 115 and what is
 * newer, each of which was the last to learn one of the three. Without the mark the page stays as it is served, scripts do not
 * start, and one sentence stands where somebody would write (docs/decisions/0080).
 */
export const SCRIPTS_HINT_SCRIPT = `try{if(history.state&&history.state.${WITHOUT_SCRIPTS})history.replaceState(null,"");else if(CSS.supports("color","color-mix(in lab,red,red)")&&RegExp("(?<=a)")&&[].toSorted)document.documentElement.dataset.scripts=""}catch(e){}`;

/**
 * After an error in the page's scripts: it stays without them. Before hydration it is still as it was served; later it is loaded
 * again, once, to stay as it is served then.
 */
export function goOnWithoutScripts(isAsServed: boolean): void {
  delete document.documentElement.dataset.scripts;
  if (isAsServed) return;
  history.replaceState({ [WITHOUT_SCRIPTS]: true }, "");
  location.reload();
}
