/** Matches React Router's modulepreload links and its module script. */
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const MODULE = ' type="module" async="">';

/** The last statement, which loads the entry. */
const ENTRY = /\bimport(?=\("[^"]+"\);\s*$)/;
const STATIC_IMPORT = /\bimport (?:\* as (\w+) from )?("[^"]+");/g;

/**
 * Changes a rendered page so that it loads its scripts after its first paint. Pages are complete without them, and on a slow
 * network they would compete with styles and fonts and delay that paint. (docs/decisions/0007)
 */
export function startAfterFirstPaint(page: string): string {
  const place = page.lastIndexOf(MODULE);
  if (place < 0) return page;
  const body = page.indexOf("<body");
  const head = page.slice(0, body);
  const hrefs = [...head.matchAll(PRELOAD)].map(([, href]) => href);
  const end = page.indexOf("</script>", place);
  const start = page
    .slice(place + MODULE.length, end)
    .replaceAll(STATIC_IMPORT, (_import, name: string | undefined, module: string) =>
      name ? `const ${name}=await import(${module});` : `await import(${module});`,
    )
    .replace(ENTRY, "await import");
  return `${head.replaceAll(PRELOAD, "")}${page.slice(body, place)}>${bootstrap(hrefs, start)}${page.slice(end)}`;
}

/**
 * Returns the script that loads the page's scripts if app/features/site/inline-scripts.ts marked the page; a script that fails to
 * load removes the mark. Starts at once in a hidden tab, which is not painted, and shortly after the load event in browsers without
 * paint timing. Adds each preload in a separate task, so that a slow phone stays responsive; in a hidden tab, whose timers are
 * throttled, all in one.
 */
function bootstrap(hrefs: (string | undefined)[], start: string): string {
  return `if("scripts"in document.documentElement.dataset)(()=>{let started=false;
function start(){if(!started)load().catch((error)=>{delete document.documentElement.dataset.scripts;throw error});started=true}
async function load(){
for(const href of ${JSON.stringify(hrefs)}){document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
if(!document.hidden)await new Promise((resolve)=>setTimeout(resolve))}
${start.trim()}}
if(document.hidden)return start();
addEventListener("load",()=>setTimeout(start,500));
const idle=window.requestIdleCallback??((run)=>setTimeout(run,50));
new PerformanceObserver(()=>idle(start,{timeout:500})).observe({type:"paint",buffered:true})})()`;
}
