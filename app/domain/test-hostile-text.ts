import { type Arbitrary, array, constantFrom, integer, oneof, string, tuple } from "fast-check";

// Characters that rarely meet at random: joiners, viramas, marks, selectors, spaces, direction overrides, lone surrogates, emoji.
const TROUBLESOME = Array.from(
  "\u200c\u200d\u094d\u093c\u0915\u0928\u09b0\u09cd\u0301\u0323\ufe0f\ufe0e\u20e3\u200b\u202e\u2066\u2069\u00ad\u034f" +
    "\u061c\u0627\u0628\ufeff\u3164\u2800\u0000\u0007\t\n\r\u000b\u2028\u0085\u00a0\u3000 aeİßΣ1#*❤🏠👩🏽♂©%_\\'\"@<",
);
// More marks on a letter than a text keeps, sometimes with a joiner between them.
const PILING = Array.from(
  "\u0301\u0316\u0323\u0345\u0344\u094d\u093c\u0652\u3099\u20e3\u{1d165}\u{1e94a}\u200d\u200c\ufe0f",
);
const LONE_SURROGATES = ["\ud83d", "\udc00", "\udbff"];

/** Generates any text: all of Unicode, lone surrogates, and runs of difficult characters. */
export function hostileText(maxLength = 60): Arbitrary<string> {
  // By default the library rarely exceeds ten characters.
  const length = { maxLength, size: "max" } as const;
  return oneof(
    string({ unit: "binary", ...length }),
    string({ unit: "grapheme", ...length }),
    string({ unit: constantFrom(...TROUBLESOME, ...LONE_SURROGATES), ...length }),
    tuple(constantFrom("a", "न", "ব", "👩"), string({ unit: constantFrom(...PILING), ...length })).map((parts) =>
      parts.join(""),
    ),
    array(integer({ min: 0, max: 0xffff }), length).map((units) => String.fromCharCode(...units)),
  );
}
