import { expect, test } from "vitest";
import { languageOf } from "./language-of";

test.for([
  ["शांति निवास", "hi"],
  ["শান্তি নিবাস", "bn"],
  ["ਸ਼ਾਂਤੀ ਨਿਵਾਸ", "pa"],
  ["શાંતિ નિવાસ", "gu"],
  ["ଶାନ୍ତି ନିବାସ", "or"],
  ["சாந்தி இல்லம்", "ta"],
  ["శాంతి నివాసం", "te"],
  ["ಶಾಂತಿ ನಿವಾಸ", "kn"],
  ["ശാന്തി ഭവനം", "ml"],
  ["سکون گھر", "ur"],
  ["ब्लॉक B, 5वीं मंज़िल", "hi"],
  ["Lakeview Residency शांति", undefined],
  ["Lakeview 12", undefined],
  ["🏠 12", undefined],
])("detects the language of %s: %s", { tags: ["10.203"] }, ([text, language]) => {
  expect(languageOf(text ?? "")).toBe(language);
});
