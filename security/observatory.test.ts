import tls from "node:tls";
import { expect, inject, test } from "vitest";
import { scan } from "./observatory.ts";

// The rules of the MDN HTTP Observatory, asked by itself: it looks at our servers behind TLS as it looks at any site.

const PAGES = ["/", "/reviews", "/submit-review", "/login"];

test.for((["embedded", "supabase"] as const).flatMap((site) => PAGES.map((page) => [site, page] as const)))(
  "%s: the observatory gives %s at least 120 points, and nothing to find fault with",
  { timeout: 60_000 },
  async ([site, page]) => {
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), inject("certificate")]);
    const address = `${inject("sitesBehindTls")[site]}${page === "/" ? "" : page}`;
    const { scan: result, tests } = await scan(address);
    const faults = Object.entries(tests).filter(([, { pass, scoreModifier }]) => !pass || scoreModifier < 0);
    expect(faults.map(([name, { result: why }]) => `${name}: ${why}`)).toEqual([]);
    expect(result.score).toBeGreaterThanOrEqual(120);
  },
);
