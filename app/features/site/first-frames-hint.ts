/**
 * Runs before the first paint: has a phone draw the page in five frames. The first lacks all parts that are drawn near the
 * screen only (`render-near-*` in app.css) but the first property of a list, whose reviews it lacks; the next three add
 * those that come first, second and third among their siblings, the fifth the others: a touch is answered between them.
 * Until endFirstFrames() nothing that is found near the screen moves in (`parts-enter`). Not for an address with a hash,
 * which may point into one of them, nor in a tab that nobody looks at, where no frame comes. (docs/decisions/0029)
 */
export const FIRST_FRAMES_HINT_SCRIPT = `if(!history.state&&!location.hash&&!document.hidden){const{dataset}=document.documentElement;let frame=1;const next=()=>{dataset.frame=frame++;requestAnimationFrame(()=>setTimeout(()=>{if(frame<6&&dataset.frame)next()}))};next()}`;

/** For a page that has come alive: draws what is still missing, and lets what comes from now on move in. */
export function endFirstFrames(): void {
  delete document.documentElement.dataset.frame;
}
