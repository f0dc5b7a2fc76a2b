import { SESSION_STORAGE_KEY } from "~/data/supabase-auth";
import { BANNER_DISMISSED_STORAGE_KEY } from "~/data/waitlist-banner";

// Scripts in the page itself, which run before its modules.

/** In the state of a history entry: its page is to stay as it is served. */
const WITHOUT_SCRIPTS = "withoutScripts";

/**
 * Runs before the first paint: marks the page where its scripts will run, so in Chrome 111, Safari 16.4, Firefox 115 and what is
 * newer, each of which was the last to learn one of the three. Without the mark the page stays as it is served, scripts do not
 * start, and one sentence stands where visitors would write (docs/decisions/0007). The mark says `jump` until it is known whether
 * the review that the address points at is on the page: its list waits (features/reviews/property-list.tsx).
 */
export const SCRIPTS_HINT_SCRIPT = `try{if(history.state&&history.state.${WITHOUT_SCRIPTS})history.replaceState(null,"");else if(CSS.supports("color","color-mix(in lab,red,red)")&&RegExp("(?<=a)")&&[].toSorted)document.documentElement.dataset.scripts=/^#review-[\\w-]/.test(location.hash)?"jump":""}catch(e){}`;

/**
 * Runs before all other scripts. Where storage is forbidden, the mere mention of sessionStorage throws, and the router's
 * own script, which stores scroll positions, would end with that. A stand-in for this page keeps it going.
 * The function is named, not called: a call would wait for another process of the browser.
 */
export const STORAGE_GUARD_SCRIPT = `try{sessionStorage.getItem}catch{const kept=new Map();Object.defineProperty(window,"sessionStorage",{configurable:true,value:{getItem:(key)=>kept.get(key)??null,setItem:(key,value)=>{kept.set(key,String(value))},removeItem:(key)=>{kept.delete(key)}}})}`;

/**
 * Runs before the first paint: marks the page when this browser holds a session, so that the link which only members
 * see has its place from the start and nothing moves when the account is known. Storage may be forbidden.
 */
export const SIGNED_IN_HINT_SCRIPT = `try{if(localStorage.getItem(${JSON.stringify(SESSION_STORAGE_KEY)}))document.documentElement.dataset.sessionHint=""}catch{}`;

/**
 * Runs before the first paint: marks the page when this visitor has closed the banner, so that Home never shows it to
 * them and nothing moves. Must set the mark that the banner sets when it is dismissed. Storage may be forbidden.
 */
export const REFERRAL_BANNER_HINT_SCRIPT = `try{if(localStorage.getItem(${JSON.stringify(BANNER_DISMISSED_STORAGE_KEY)}))document.documentElement.dataset.bannerDismissed=""}catch{}`;

/**
 * Runs before the first paint: marks the page when the router has been at this place of the history before, or the address points
 * into the page. The reader goes to a place in it, so nothing above may take less room than it had.
 */
export const RESTORED_HINT_SCRIPT = `if(history.state||location.hash)document.documentElement.dataset.restored="";`;

/**
 * Runs when the page is parsed, before its first paint where the scripts of the page come later. A review that the address points at
 * is on the page, so its list need not wait; and who holds no session goes from a page that needs one (RequireSignIn) to the log-in.
 */
export const ARRIVAL_SCRIPT = `{const{dataset}=document.documentElement;if("scripts"in dataset){if(document.getElementById(location.hash.slice(1)))dataset.scripts="";if(!("sessionHint"in dataset)&&window.__gharsach.backend!=="browser"&&document.querySelector("[data-log-in-first]"))location.replace("/login?next="+encodeURIComponent(location.pathname+location.search+location.hash))}}`;

/**
 * Leaves a page without scripts after an error in them. Before hydration it is still as it was served; after it, reloads it once and
 * keeps it as it is served.
 */
export function fallBackWithoutScripts(isAsServed: boolean): void {
  delete document.documentElement.dataset.scripts;
  if (isAsServed) return;
  history.replaceState({ [WITHOUT_SCRIPTS]: true }, "");
  location.reload();
}
