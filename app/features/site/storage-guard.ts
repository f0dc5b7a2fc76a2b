/**
 * Runs before all other scripts. Where storage is forbidden, the mere mention of sessionStorage throws, and the router's
 * own script, which stores scroll positions, would end with that. A stand-in for this page keeps it going.
 * The function is named, not called: a call would wait for another process of the browser.
 */
export const STORAGE_GUARD_SCRIPT = `try{sessionStorage.getItem}catch{const kept=new Map();Object.defineProperty(window,"sessionStorage",{configurable:true,value:{getItem:(key)=>kept.get(key)??null,setItem:(key,value)=>{kept.set(key,String(value))},removeItem:(key)=>{kept.delete(key)}}})}`;
