import { SESSION_STORAGE_KEY } from "~/data/supabase-auth";
import { BANNER_DISMISSED_STORAGE_KEY } from "~/data/waitlist-banner";

// Inline scripts, which run before the page's modules.

/** The key in the state of a history entry that keeps its page without scripts. */
const WITHOUT_SCRIPTS = "withoutScripts";

/**
 * Runs before the first paint. Marks the page if its scripts will run: it tests color-mix, lookbehind and toSorted, which Chrome 111,
 * Safari 16.4 and Firefox 115 added. Without the mark no script starts, and a sentence replaces forms (docs/decisions/0007). The value
 * `jump` hides the list until the page knows whether it contains the review in the URL (features/reviews/property-list.tsx).
 */
export const SCRIPTS_HINT_SCRIPT = `try{if(history.state&&history.state.${WITHOUT_SCRIPTS})history.replaceState(null,"");else if(CSS.supports("color","color-mix(in lab,red,red)")&&RegExp("(?<=a)")&&[].toSorted)document.documentElement.dataset.scripts=/^#review-[\\w-]/.test(location.hash)?"jump":""}catch(e){}`;

/**
 * Runs before all other scripts. Replaces sessionStorage with a map in memory if storage is blocked: reading it would throw and stop the
 * router's script that stores scroll positions. Reads `getItem` without calling it, because a call would wait for another process.
 */
export const STORAGE_GUARD_SCRIPT = `try{sessionStorage.getItem}catch{const kept=new Map();Object.defineProperty(window,"sessionStorage",{configurable:true,value:{getItem:(key)=>kept.get(key)??null,setItem:(key,value)=>{kept.set(key,String(value))},removeItem:(key)=>{kept.delete(key)}}})}`;

/**
 * Runs before the first paint. Marks the page if this browser has a session, so that members' links have their place from the start
 * and nothing moves when the account is known. Storage can be blocked.
 */
export const SIGNED_IN_HINT_SCRIPT = `try{if(localStorage.getItem("${SESSION_STORAGE_KEY}"))document.documentElement.dataset.sessionHint=""}catch{}`;

/**
 * Runs before the first paint. Marks the page if this visitor dismissed the banner, so that it never shows and nothing moves. Must
 * set the same mark as the banner. Storage can be blocked.
 */
export const REFERRAL_BANNER_HINT_SCRIPT = `try{if(localStorage.getItem("${BANNER_DISMISSED_STORAGE_KEY}"))document.documentElement.dataset.bannerDismissed=""}catch{}`;

/**
 * Runs before the first paint. Marks the page if the visitor returns to a history entry or the URL has a fragment. The browser then
 * scrolls down, so nothing above the target may be smaller than it was.
 */
export const RESTORED_HINT_SCRIPT = `if(history.state||location.hash)document.documentElement.dataset.restored="";`;

/**
 * Runs after parsing, before the page's scripts. Shows the list if it contains the review in the URL, and redirects visitors
 * without a session from pages that need one (RequireSignIn) to the log-in. Until hydration, "Login" of the header remembers the page
 * by this script, except on account pages, whose URLs may hold a token.
 */
export const ARRIVAL_SCRIPT = `{const{dataset}=document.documentElement;if("scripts"in dataset){const logIn="/login?next="+encodeURIComponent(location.pathname+location.search+location.hash);if(document.getElementById(location.hash.slice(1)))dataset.scripts="";if(!("sessionHint"in dataset)&&window.__gharsach.backend!=="browser"&&document.querySelector("[data-log-in-first]"))location.replace(logIn);const link=document.querySelector("header [href='/login']");if(link&&!/^\\/(?:$|login|signup|update-password|auth\\/)/.test(location.pathname))link.href=logIn}}`;

/**
 * Before a page is printed, writes where and when on it. Opens closed parts in browsers that cannot show them by print.css, until the
 * page is printed. Pages are cached, so the server does not know the day.
 */
export const PRINT_SCRIPT = `{const closed=[];addEventListener("beforeprint",()=>{const line=document.getElementById("printed");if(line)line.textContent=location.href+" · "+new Intl.DateTimeFormat("en-IN",{dateStyle:"medium",timeZone:"Asia/Kolkata"}).format();if(!CSS.supports("selector(::details-content)"))closed.push(...document.querySelectorAll("main details:not([open])"));for(const part of closed)part.open=true});addEventListener("afterprint",()=>{for(const part of closed.splice(0))part.open=false})}`;

/**
 * Falls back to the page without scripts after an error. Before hydration the page is still as served; after hydration, reloads the
 * page once without scripts.
 */
export function fallBackWithoutScripts(isAsServed: boolean): void {
  delete document.documentElement.dataset.scripts;
  if (isAsServed) return;
  history.replaceState({ [WITHOUT_SCRIPTS]: true }, "");
  location.reload();
}
