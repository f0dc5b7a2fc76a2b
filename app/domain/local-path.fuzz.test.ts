import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  dictionary,
  oneof,
  property,
  string,
  stringMatching,
  tuple,
  webUrl,
} from "fast-check";
import { expect, test } from "vitest";
import { localPath, loginPath } from "./local-path";
import { hostileText } from "./test-hostile-text";

const SITES = ["https://gharsach.in", "http://localhost:3000", "https://gharsach.in:8443"];

test("keeps every return path on the site, however a browser reads it", () => {
  assert(
    property(returnTo(), (candidate) => {
      const path = localPath(candidate);
      for (const site of SITES) {
        for (const page of ["/login", "/auth/callback?x=1", "/blog/a/b"]) {
          const target = new URL(path, site + page);
          expect(target.origin).toBe(site);
          expect(`${target.pathname}${target.search}${target.hash}`).toBe(path);
        }
      }
      // The path stays on this site in a relative link and in a Location header, too.
      expect(path).toMatch(/^\/(?![/\\])/);
      expect(path).not.toMatch(/\\|\p{Cc}|\s/u);
      expect(new URL(`https://gharsach.in${path}`).host).toBe("gharsach.in");
    }),
  );
});

test("returns its own results unchanged, also through the log-in page", () => {
  assert(
    property(returnTo(), (candidate) => {
      const path = localPath(candidate);
      expect(localPath(path)).toBe(path);
      const detour = new URL(loginPath(candidate), "https://gharsach.in");
      expect(detour.origin + detour.pathname).toBe("https://gharsach.in/login");
      expect(localPath(detour.searchParams.get("next"))).toBe(path);
    }),
  );
});

test("accepts every page of the site", () => {
  const words = array(stringMatching(/^[a-z0-9][\w~-]{0,12}$/), { minLength: 1, maxLength: 4 });
  const query = dictionary(stringMatching(/^[a-z]{1,8}$/), string({ unit: "grapheme", maxLength: 20 }));
  assert(
    property(words, query, (parts, params) => {
      const path = `/pages/${parts.join("/")}`;
      const address = `${path}?${new URLSearchParams(params)}`;
      expect(localPath(address)).toBe(new URL(address, "https://gharsach.in").search === "" ? path : address);
    }),
  );
});

/** Generates any text, and texts from the parts of URLs and from characters that confuse parsers. */
function returnTo(): Arbitrary<string> {
  const pieces = constantFrom(
    ..."/ // \\ /\\ . .. ./ ../ %2e %2E%2e %2f %5c %09 %00 ? # @ : ; & = // [::1] ／ ∕ 。 ℀ \t \n \r \0".split(" "),
    ..."https: http: javascript: data: HTTPS:// evil.example //evil.example /evil.example gharsach.in@ reviews login".split(
      " ",
    ),
    "/reviews",
    "/blog",
    "/auth/callback",
    " ",
    "\t",
    "\n",
    "\u0000",
    "\u202e",
    "\ud800",
  );
  const assembled = array(pieces, { maxLength: 8 }).map((parts) => parts.join(""));
  return oneof(
    assembled,
    assembled.map((text) => `/${text}`),
    tuple(constantFrom("/", "//", "/\\", "/reviews?", "/reviews#"), hostileText()).map((parts) => parts.join("")),
    webUrl({ withFragments: true, withQueryParameters: true }),
    hostileText(),
  );
}
