import { assert, constantFrom, nat, property, string } from "fast-check";
import { expect, test } from "vitest";
import { displayName } from "./display-name";
import { isBlank, plainLine, plainText } from "./plain-text";
import { hostileText } from "./test-hostile-text";

const NEVER_SHOWN = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|\p{Surrogate}|[\ufff9-\ufffb]/u;

test("what is cleaned once is clean", () => {
  assert(
    property(hostileText(), (text) => {
      for (const clean of [plainLine, plainText]) expect(clean(clean(text))).toBe(clean(text));
    }),
  );
});

test("what is cleaned is composed, well formed and without a space around it", () => {
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

test("a name holds nothing that is never shown, but joiners of Indian and Arabic letters", () => {
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

test("two names that differ in what is never shown are the same name", () => {
  const invisible = constantFrom("\u200b", "\u200c", "\u200d", "\u202e", "\u2066", "\ufe0f", "\u{e0061}", "\u00ad");
  assert(
    property(string({ unit: "grapheme-ascii", minLength: 2 }), invisible, nat(), (name, sign, place) => {
      const at = place % name.length;
      expect(plainLine(name.slice(0, at) + sign + name.slice(at))).toBe(plainLine(name));
    }),
  );
});

test("a text keeps every other letter as it was typed", () => {
  assert(
    property(string({ unit: "grapheme" }), (text) => {
      const kept = (whole: string) =>
        Array.from(whole.normalize("NFC")).filter((sign) => /[\p{L}\p{N}\p{P}]/u.test(sign));
      // Fillers are letters to Unicode, although they are invisible.
      const expected = kept(text).filter((sign) => !NEVER_SHOWN.test(sign));
      expect(kept(plainText(text))).toEqual(expected);
      expect(kept(plainLine(text))).toEqual(expected);
    }),
  );
});

test("a text is blank when nothing is left of its line, and is not while a letter or number is", () => {
  assert(
    property(hostileText(5), (text) => {
      const line = plainLine(text);
      expect(isBlank(text)).toBe(line === "" || isBlank(line));
      expect(isBlank(text) && /\p{L}|\p{N}/u.test(line)).toBe(false);
    }),
  );
});
