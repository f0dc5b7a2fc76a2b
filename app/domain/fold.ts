// How spellings are compared: what people write in several ways is one text. private.fold in the database does the same.
// Loaded on first visits, since addresses of homes are made of it: rules and offsets instead of tables.

/** Accents, also one on a blank (´ is such a pair), nuktas, joiners, selectors, quotes. */
const LEFT_OUT =
  / (?=[\u0300-\u036f])|[\ufe00-\ufe0f\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u00ad\u200b-\u200f\u2060-\u2064\ufeff'"`\u02b9-\u02bd\u2018-\u201f\u2032]/g;
/** Punctuation and symbols, whose compatibility forms are gone already. Letters, digits and vowel signs of any script stay. */
const PUNCTUATION =
  /[\0-/:-@[-`{-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0af0\u1680\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u{1f000}-\u{1faff}]+/gu;

const INDIAN_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;
/** Letters that are also written as others: a dead consonant, শ্রী's Tamil pair, Gurmukhi's second anusvara. */
const SPELLINGS: Record<string, string> = {
  ൺ: "ണ്",
  ൻ: "ന്",
  ർ: "ര്",
  ൽ: "ല്",
  ൾ: "ള്",
  ൿ: "ക്",
  ৎ: "ত্",
  ஶ: "ஸ",
  "\u0a70": "\u0a02",
};
const SPELT_OTHERWISE = new RegExp(`[${Object.keys(SPELLINGS).join("")}]`, "g");
/** A candrabindu, which is written as an anusvara, too. In all these scripts it is the second code point, the anusvara the third. */
const CANDRABINDU = /[\u0901\u0981\u0a01\u0a81\u0b01\u0c01\u0c81\u0d01]/g;
/** Two consonants with a virama between them, but in Tamil, which has no anusvara. */
const CLUSTER = /[\u0915-\u0d39][\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d](?=([\u0915-\u0d39]))/g;
/** ङ, ञ, ण, न and म, counted from the start of each script; the four consonants before each are made in the same place. */
const NASALS = [0x19, 0x1e, 0x23, 0x28, 0x2e];

/**
 * What all spellings of a text have in common: words of small letters or of digits 0 to 9 with single blanks between them. ""
 * for a text of symbols only. Homes with the same folded names are one; searches, suggestions and lists compare and sort it.
 * Folding twice changes nothing. Must match private.fold in the database. (spec 10)
 */
export function fold(text: string): string {
  const words = latinDigits(text.normalize("NFKD").toLowerCase().replace(/ς/g, "σ").replace(LEFT_OUT, ""))
    .replace(SPELT_OTHERWISE, (letter) => SPELLINGS[letter] ?? letter)
    .replace(/\u0d4d+/g, "\u0d4d")
    .replace(CANDRABINDU, (sign) => String.fromCharCode(sign.charCodeAt(0) + 1))
    .replace(CLUSTER, withAnusvara)
    .normalize("NFC")
    .replace(/([0-9]),(?=[0-9])/g, "$1")
    .replace(/(?<![a-z0-9])([a-z])\.(?=[a-z](?![a-z0-9]))/g, "$1")
    .replace(PUNCTUATION, " ")
    .replace(/([0-9])(?=[^0-9 ])|([^0-9 ])(?=[0-9])/gu, "$1$2 ");
  return joinLetters(words.trim());
}

/**
 * Makes neighbouring words of one Latin letter one, but for a letter after a number, which is part of that: the A of "12B, A Wing" stays.
 * Initials of other scripts are written apart.
 */
export function joinLetters(words: string): string {
  return words.replace(/(?<=(?<![^ ]|[0-9] )[a-z]) (?=[a-z](?: |$))/g, "");
}

/** A nasal before a consonant that is made in the same place is written as an anusvara, too. */
function withAnusvara(cluster: string, second: string): string {
  const [nasal, virama, consonant] = [cluster.charCodeAt(0), cluster.charCodeAt(1), second.charCodeAt(0)];
  const script = nasal & ~0x7f;
  const isItsNasal = NASALS.includes(nasal - script) && nasal - 4 <= consonant && consonant < nasal;
  return isItsNasal && virama === script + 0x4d ? String.fromCharCode(script + 2) : cluster;
}

/** With the digits of Indian scripts as 0 to 9. */
export function latinDigits(text: string): string {
  return text.replace(INDIAN_DIGIT, (digit) => {
    const low = digit.charCodeAt(0) & 15;
    return String(digit < "\u0900" ? low : low - 6);
  });
}
