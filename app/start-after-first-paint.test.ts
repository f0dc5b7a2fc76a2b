import { expect, test } from "vitest";
import { startAfterFirstPaint } from "./start-after-first-paint";

/** A page with two routes, as React Router renders it. */
const PAGE = `<!DOCTYPE html><html><head><link rel="preload" href="/font.woff2" as="font"/><link rel="modulepreload" href="/assets/entry.js" nonce="n1"/><link rel="modulepreload" href="/assets/home.js" nonce="n1"/></head><body><p>Home</p><script nonce="n1">window.__reactRouterContext = {};</script><script nonce="n1" type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/home.js";

  window.__reactRouterRouteModules = {"root":route0,"routes/start":route1};

import("/assets/entry.js");</script><script nonce="n1">done()</script></body></html>`;

test("requests no script before the first paint", () => {
  const page = startAfterFirstPaint(PAGE);
  expect(page).not.toContain('rel="modulepreload"');
  expect(page).not.toContain('type="module"');
  expect(page).not.toMatch(/^import /m);
});

test("leaves the rest of the page unchanged", () => {
  const page = startAfterFirstPaint(PAGE);
  const [before = "", after = ""] = page.split(/<script nonce="n1">if\("scripts.*?<\/script>/s);
  expect(before).toBe(
    '<!DOCTYPE html><html><head><link rel="preload" href="/font.woff2" as="font"/></head><body><p>Home</p><script nonce="n1">window.__reactRouterContext = {};</script>',
  );
  expect(after).toBe('<script nonce="n1">done()</script></body></html>');
});

test("runs the modules in order after the paint, the entry last", () => {
  const page = startAfterFirstPaint(PAGE);
  expect(page).toContain('for(const href of ["/assets/entry.js","/assets/home.js"])');
  const places = [
    'new PerformanceObserver(()=>idle(start,{timeout:500})).observe({type:"paint",buffered:true})',
    'await import("/assets/manifest.js");',
    'const route0=await import("/assets/root.js");',
    'const route1=await import("/assets/home.js");',
    'window.__reactRouterRouteModules = {"root":route0,"routes/start":route1};',
    'await import("/assets/entry.js");',
  ].map((code) => page.indexOf(code));
  expect(places.filter((place) => place < 0)).toEqual([]);
  const [, ...run] = places;
  expect(run).toEqual(run.toSorted((a, b) => a - b));
});

test("leaves a page without scripts unchanged", () => {
  const page = "<!DOCTYPE html><html><head></head><body><p>404</p></body></html>";
  expect(startAfterFirstPaint(page)).toBe(page);
});
