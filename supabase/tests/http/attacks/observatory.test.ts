import tls from "node:tls";
import { expect, test } from "vitest";
import { scan } from "./observatory.ts";
import { sites } from "./sites.ts";

// The rules of the MDN HTTP Observatory, asked by itself: it looks at our servers behind TLS as it looks at any site.

const PAGES = ["/", "/reviews", "/submit-review", "/login"];

test.for((["embedded", "supabase"] as const).flatMap((site) => PAGES.map((page) => [site, page] as const)))(
  "%s: the observatory gives %s at least 120 points, and nothing to find fault with",
  { timeout: 60_000 },
  async ([site, page]) => {
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), sites.certificate]);
    const address = `${sites.behindTls[site]}${page === "/" ? "" : page}`;
    const { scan: result, tests } = await scan(address);
    const faults = Object.entries(tests).filter(([, { pass, scoreModifier }]) => !pass || scoreModifier < 0);
    expect(faults.map(([name, { result: why }]) => `${name}: ${why}`)).toEqual([]);
    expect(result.score).toBeGreaterThanOrEqual(120);
  },
);
