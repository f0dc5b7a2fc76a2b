/**
 * Runs before the first paint: has a phone draw its first frame without the parts far down the page (`render-near-*` in
 * app.css), and lay those out in a task after it. Not for an address with a hash, which may point into one of them, nor
 * in a tab that nobody looks at, where no frame comes. (docs/decisions/0029)
 */
export const FIRST_FRAME_HINT_SCRIPT = `if(!history.state&&!location.hash&&!document.hidden){const{dataset}=document.documentElement;dataset.firstFrame="";requestAnimationFrame(()=>setTimeout(()=>{delete dataset.firstFrame}))}`;
