import { expect, test } from "vitest";
import { faultOfEmail, normalEmail } from "./email-address.ts";

test.for([
  ["capital letters and spaces around", " Asha@Example.ORG ", "asha@example.org"],
  ["fullwidth letters", "ａｓｈａ＠ｅxample．org", "asha@example.org"],
  ["a composed and a decomposed letter", "jose\u0301@example.org", "jos\u00e9@example.org"],
  ["a domain in letters and in ASCII", "asha@straße.org", "asha@xn--strae-oqa.org"],
  ["a domain in ASCII already", "asha@XN--STRAE-OQA.org", "asha@xn--strae-oqa.org"],
  ["a domain in Devanagari", "आशा@उदाहरण.भारत", "आशा@xn--p1b6ci4b4b3a.xn--h2brj9c"],
  ["a soft hyphen in the domain", "asha@exam\u00adple.org", "asha@example.org"],
  ["a Kelvin sign", "\u212airan@example.org", "kiran@example.org"],
])("normalizes a mailbox to one address: %s", ([, text = "", address = ""]) => {
  expect(normalEmail(text)).toBe(address);
  expect(normalEmail(address)).toBe(address);
  expect(faultOfEmail(address)).toBeNull();
});

test.for([
  ...["", "@", "asha", "asha@", "@example.org", "asha@localhost", "asha@-", "asha@exa mple.org"],
  ...["a\u200bb@example.org", "a@b@example.org", "asha@example.org.", "asha@[127.0.0.1]"],
])("rejects the address %j", (text) => {
  expect(faultOfEmail(normalEmail(text))).toBe("Unable to validate email address: invalid format");
});

test("rejects an address of more than 254 characters", () => {
  expect(faultOfEmail(normalEmail(`${"a".repeat(243)}@example.org`))).toBe("An email address is too long");
});
