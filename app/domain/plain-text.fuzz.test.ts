import { assert, constantFrom, nat, property, string } from "fast-check";
import { expect, test } from "vitest";
import { displayName } from "./display-name";
import { isBlank, plainLine, plainText } from "./plain-text";
import { hostileText } from "./test-hostile-text";

const NEVER_SHOWN = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|\p{Surrogate}|[\ufff9-\ufffb]/u;

test("changes nothing when it cleans twice", () => {
  assert(
    property(hostileText(), (text) => {
      for (const clean of [plainLine, plainText]) expect(clean(clean(text))).toBe(clean(text));
    }),
  );
});

test("returns composed, well-formed, trimmed text", () => {
  assert(
    property(hostileText(), (text) => {
      for (const clean of [plainLine(text), plainText(text)]) {
        expect(clean.isWellFormed()).toBe(true);
        expect(clean.normalize("NFC")).toBe(clean);
        expect(clean.trim()).toBe(clean);
      }
      expect(plainLine(text)).not.toMatch(/\s\s|[^\S ]|\p{Cc}/u);
      expect(plainText(text)).not.toMatch(/[^\P{Cc}\n\t]/u);
    }),
  );
});

test("removes invisible characters from names, except joiners of Indian and Arabic letters", () => {
  assert(
    property(hostileText(), (text) => {
      const name = plainLine(text);
      const withoutWorkingJoiners = name.replace(
        // oxlint-disable-next-line no-misleading-character-class -- joiners alone are what this pattern looks for
        /(?<=[\u0620-\u0dff\ua800-\uabff\u{11000}-\u{11fff}])[\u200c\u200d]|[\u200c\u200d](?=[\u0900-\u0dff\ua800-\uabff\u{11000}-\u{11fff}])/gu,
        "",
      );
      expect(withoutWorkingJoiners).not.toMatch(NEVER_SHOWN);
      expect(displayName(text)).not.toMatch(NEVER_SHOWN);
    }),
  );
});

test("makes names equal that differ in invisible characters", () => {
  const invisible = constantFrom("\u200b", "\u200c", "\u200d", "\u202e", "\u2066", "\ufe0f", "\u{e0061}", "\u00ad");
  assert(
    property(string({ unit: "grapheme-ascii", minLength: 2 }), invisible, nat(), (name, sign, place) => {
      const at = place % name.length;
      expect(plainLine(name.slice(0, at) + sign + name.slice(at))).toBe(plainLine(name));
    }),
  );
});

test("keeps every other letter of a text as typed", () => {
  assert(
    property(string({ unit: "grapheme" }), (text) => {
      const kept = (whole: string) =>
        Array.from(whole.normalize("NFC")).filter((sign) => /[\p{L}\p{N}\p{P}]/u.test(sign));
      // Unicode counts invisible fillers as letters.
      const expected = kept(text).filter((sign) => !NEVER_SHOWN.test(sign));
      expect(kept(plainText(text))).toEqual(expected);
      expect(kept(plainLine(text))).toEqual(expected);
    }),
  );
});

test("calls a text blank if nothing is left of its line, never with a letter or number", () => {
  assert(
    property(hostileText(5), (text) => {
      const line = plainLine(text);
      expect(isBlank(text)).toBe(line === "" || isBlank(line));
      expect(isBlank(text) && /\p{L}|\p{N}/u.test(line)).toBe(false);
    }),
  );
});
