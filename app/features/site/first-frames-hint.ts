/**
 * Runs before the first paint: has a phone draw the page in five frames. The first lacks all parts that are drawn near the
 * screen only (`render-near-*` in app.css) but the first property of a list, whose reviews it lacks; the next three add
 * those that come first, second and third among their siblings, the fifth the others: a touch is answered between them.
 * Not for an address with a hash, which may point into one of them, nor in a tab that nobody looks at, where no frame
 * comes. (docs/decisions/0029)
 */
export const FIRST_FRAMES_HINT_SCRIPT = `if(!history.state&&!location.hash&&!document.hidden){const{dataset}=document.documentElement;let frame=1;const next=()=>{dataset.frame=frame++;requestAnimationFrame(()=>setTimeout(()=>{if(frame<5)next();else delete dataset.frame}))};next()}`;
