// Folds the spellings of a text into one key. Must match private.fold in the database. First visits download this file for the URLs
// of homes, so rules and offsets instead of tables keep it small.

/** Accents (NFKD turns a lone ´ into a blank and an accent), nuktas, joiners, selectors, quotes. */
const LEFT_OUT =
  / (?=[\u0300-\u036f])|[\ufe00-\ufe0f\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u00ad\u200b-\u200f\u2060-\u2064\ufeff'"`\u02b9-\u02bd\u2018-\u201f\u2032]/g;
/** Punctuation and symbols, after NFKC. Letters, digits and vowel signs of any script stay. */
const PUNCTUATION =
  /[\0-/:-@[-`{-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0af0\u1680\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u{1f000}-\u{1faff}]+/gu;

const INDIAN_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;
/**
 * Letters with a second spelling: Malayalam chillus and Bengali khanda ta (a consonant with a virama), Tamil ஶ (also written ஸ),
 * Gurmukhi tippi (also written as a bindi).
 */
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
/** A candrabindu, which is also written as an anusvara. Candrabindu and anusvara are the second and third code points of these scripts. */
const CANDRABINDU = /[\u0901\u0981\u0a01\u0a81\u0b01\u0c01\u0c81\u0d01]/g;
/** Two consonants joined by a virama. Tamil is left out: it has no anusvara. */
const CLUSTER = /[\u0915-\u0d39][\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d](?=([\u0915-\u0d39]))/g;
/** Offsets of ङ, ञ, ण, न and म in their script. The four consonants before each have the same place of articulation. */
const NASALS = [0x19, 0x1e, 0x23, 0x28, 0x2e];

/**
 * Returns a key that all spellings of a text share: words of lower-case letters or of digits 0 to 9, separated by single blanks; "" for a
 * text of symbols only. Homes with equal keys are one home; searches, suggestions and lists compare and sort by keys. Idempotent. (spec 10)
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
 * Joins neighboring single Latin letters ("k r puram" → "kr puram"), but not a letter that follows a number: "12 b a wing" stays as
 * it is. Initials in other scripts stay apart.
 */
export function joinLetters(words: string): string {
  return words.replace(/(?<=(?<![^ ]|[0-9] )[a-z]) (?=[a-z](?: |$))/g, "");
}

/** Replaces a nasal before a consonant of the same place of articulation with an anusvara. */
function withAnusvara(cluster: string, second: string): string {
  const [nasal, virama, consonant] = [cluster.charCodeAt(0), cluster.charCodeAt(1), second.charCodeAt(0)];
  const script = nasal & ~0x7f;
  const isItsNasal = NASALS.includes(nasal - script) && nasal - 4 <= consonant && consonant < nasal;
  return isItsNasal && virama === script + 0x4d ? String.fromCharCode(script + 2) : cluster;
}

/** Replaces the digits of Indian and Arabic scripts with 0 to 9. */
export function latinDigits(text: string): string {
  return text.replace(INDIAN_DIGIT, (digit) => {
    const low = digit.charCodeAt(0) & 15;
    return String(digit < "\u0900" ? low : low - 6);
  });
}
