/** In the state of a history entry: its page is to stay as it is served. */
const WITHOUT_SCRIPTS = "withoutScripts";

/**
 * Runs before the first paint: marks the page where its scripts will run, so in Chrome 111, Safari 16.4, Firefox 115 and what is
 * newer, each of which was the last to learn one of the three. Without the mark the page stays as it is served, scripts do not
 * start, and one sentence stands where visitors would write (docs/decisions/0080). The mark says `jump` until it is known whether
 * the review that the address points at is on the page: its list waits (features/reviews/property-list.tsx).
 */
export const SCRIPTS_HINT_SCRIPT = `try{if(history.state&&history.state.${WITHOUT_SCRIPTS})history.replaceState(null,"");else if(CSS.supports("color","color-mix(in lab,red,red)")&&RegExp("(?<=a)")&&[].toSorted)document.documentElement.dataset.scripts=/^#review-[\\w-]/.test(location.hash)?"jump":""}catch(e){}`;

/**
 * Runs when the page is parsed, before its first paint where the scripts of the page come later. A review that the address points at
 * is on the page, so its list need not wait; and who holds no session goes from a page that needs one (RequireSignIn) to the log-in.
 */
export const ARRIVAL_SCRIPT = `{const{dataset}=document.documentElement;if("scripts"in dataset){if(document.getElementById(location.hash.slice(1)))dataset.scripts="";if(!("sessionHint"in dataset)&&window.__gharsach.backend!=="browser"&&document.querySelector("[data-log-in-first]"))location.replace("/login?next="+encodeURIComponent(location.pathname+location.search+location.hash))}}`;

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
