import { expect, test } from "vitest";
import type { Companion, LetterFields } from "./deposit-companion";
import { type Letter, letterFaults, letterText, loadLetterWords, writeLetter } from "./deposit-letter";
import type { LetterKind } from "./letters/words";

const TODAY = "2026-11-29";
const english = await loadLetterWords("en");

const FACTS: LetterFields = {
  tenant: "Asha Rao",
  owner: "R. Kumar",
  home: "Flat 4B, Lake View, HSR Layout",
  movedIn: "2024-06-01",
  movedOut: "2026-10-31",
  rent: "30000",
  deposit: "1,80,000",
  returned: "₹70,000",
  agreement: "registered",
  deductions: [],
  payTo: "asha.rao@okaxis",
  contact: "98450 12345",
};

test("writes a reminder that names the sum and where to send it", { tags: ["12.13"] }, () => {
  const letter = write("reminder");
  expect(letter.greeting).toBe("Dear R. Kumar,");
  expect(letter.subject).toBe("Return of my security deposit: Flat 4B, Lake View, HSR Layout, Bengaluru");
  expect(letter.paragraphs).toEqual([
    "I hope that you are well. I lived at Flat 4B, Lake View, HSR Layout, Bengaluru from 1 June 2024 to 31 October 2026.",
    "I paid a security deposit of ₹1,80,000. You have returned ₹70,000 so far. ₹1,10,000 is still due. Please transfer it to asha.rao@okaxis in the next few days. If you need anything from me for this, please let me know.",
    "If you plan to deduct anything, please tell me the amount and send me the bill.",
    "Thank you.",
  ]);
  expect(letter.signature).toEqual(["Asha Rao", "98450 12345"]);
});

test("writes a reminder of almost nothing known in whole sentences", { tags: ["12.12"] }, () => {
  const letter = write("reminder", { ...NOTHING, deposit: "20000" }, { kind: "pg", city: "" });
  expect(textOf(letter)).toContain("I am writing about my stay in your PG.");
  expect(textOf(letter)).toContain(
    "I paid a security deposit of ₹20,000. Money from the deposit is still due. Please transfer it to my bank account",
  );
  expect([letter.greeting, letter.subject]).toEqual(["Dear Sir or Madam,", "Return of my security deposit"]);
  expect(letter.signature).toEqual([]);
});

test("gives 15 days, over the ends of months and years", { tags: ["12.16"] }, async () => {
  const by = "Please transfer ₹1,10,000 to asha.rao@okaxis by";
  expect(textOf(write("demand"))).toContain(`${by} 14 December 2026.`);
  expect(textOf(write("demand", FACTS, {}, "2027-12-20"))).toContain(`${by} 4 January 2028.`);
  expect(textOf(write("reply", { ...FACTS, deductions: DEDUCTIONS }))).toContain(
    `${by} 14 December 2026. If you believe that a deduction is due, please send me the reason and the bill by the same date`,
  );
  const hindi = writeLetter(
    "demand",
    { kind: "flat", city: "Delhi", facts: FACTS },
    await loadLetterWords("hi"),
    TODAY,
  );
  expect(textOf(hindi)).toContain("14 दिसंबर 2026 तक ₹1,10,000 की रकम asha.rao@okaxis पर");
});

test("says in a demand what follows, by city and kind of home", { tags: ["12.17"] }, () => {
  const next = (city: string, kind: Companion["kind"]) => textOf(write("demand", FACTS, { city, kind }));
  expect(next("Chennai", "flat")).toContain(
    "send a legal notice through a lawyer and take the matter to the Rent Authority or the competent court.",
  );
  expect(next("Bengaluru", "flat")).toContain(
    "send a legal notice through a lawyer and take the matter to the competent court.",
  );
  for (const city of ["", "Other", "Rampur"]) {
    expect(next(city, "flat")).toContain("take the matter to the competent authority or court.");
  }
  expect(next("Chennai", "pg")).toContain("file a complaint with the consumer commission.");
  expect(next("Chennai", "pg")).not.toContain("legal notice");
});

test("turns a letter into a message", { tags: ["12.20"] }, () => {
  const text = letterText(write("demand", { ...FACTS, deductions: DEDUCTIONS.slice(0, 2) }));
  expect(text).toMatch(/^29 November 2026\n\nDemand for .+\n\nDear R\. Kumar,\n\nI lived at /);
  expect(text).toContain(
    "as they are:\n\n• Painting, ₹25,000: no bill received\n• Cleaning, ₹5,000: bill received\n\nIf you",
  );
  expect(text).toMatch(/\n\nYours sincerely,\nAsha Rao\n98450 12345$/);
  expect(letterText(write("reminder"))).not.toMatch(/\n{3}/);
});

test("names neither police nor crimes in any letter", { tags: ["12.17"] }, () => {
  for (const kind of ["reminder", "demand", "reply"] as const) {
    expect(textOf(write(kind, { ...FACTS, deductions: DEDUCTIONS }))).not.toMatch(
      /police|criminal|fraud|cheat|illegal/i,
    );
  }
});

test("lists in a demand the deductions with their bills", { tags: ["12.13"] }, () => {
  expect(write("demand", { ...FACTS, deductions: DEDUCTIONS }).deductions).toEqual([
    "Painting, ₹25,000: no bill received",
    "Cleaning, ₹5,000: bill received",
    "Damage: no bill received",
    "No reason given, ₹30,000",
  ]);
  const period = { reason: "notice", amount: "30000", hasBill: false } as const;
  expect(write("demand", { ...FACTS, deductions: [period] }).deductions).toEqual(["Notice period, ₹30,000"]);
  expect(textOf(write("demand"))).toContain("The rent was ₹30,000 a month.");
});

test("answers each deduction by its reason, bill and agreement", { tags: ["12.18"] }, () => {
  const answers = write("reply", { ...FACTS, deductions: DEDUCTIONS }).deductions;
  expect(answers[0]).toMatch(
    /^Painting, ₹25,000: Faded paint .+ painter's bill\. Please name the clause of our agreement/,
  );
  expect(answers[1]).toMatch(/^Cleaning, ₹5,000: .+ The bill that you sent shows the cost/);
  expect(answers[2]).toMatch(/^Damage: Please tell me which item was damaged and how old it was/);
  expect(answers[3]).toMatch(/^No reason given, ₹30,000: I have not been given a reason/);
  expect(answers[3]).not.toContain("clause");
  const [spoken] = write("reply", { ...FACTS, agreement: "none", deductions: DEDUCTIONS }).deductions;
  expect(spoken).toMatch(/We have no written agreement on this\.$/);
  const [unknown] = write("reply", { ...FACTS, agreement: "", deductions: DEDUCTIONS }).deductions;
  expect(unknown).toMatch(/If we have agreed on this in writing, please name the clause\.$/);
});

test("says which amount was kept without an explanation, if all others are known", { tags: ["12.18"] }, () => {
  const painting = [{ reason: "painting", amount: "25000", hasBill: false } as const];
  const known = textOf(write("reply", { ...FACTS, deductions: painting }));
  expect(known).toContain("You have kept ₹1,10,000 of my deposit of ₹1,80,000.");
  expect(known).toContain("I have not received any explanation for the remaining ₹85,000.");
  expect(textOf(write("reply", { ...FACTS, deductions: DEDUCTIONS }))).not.toContain("remaining");
  const whole = textOf(write("reply", { ...FACTS, returned: "0", deductions: painting }));
  expect(whole).toContain("You have kept my whole deposit of ₹1,80,000.");
});

test("claims neither the whole deposit nor its rest if it is unknown what came back", { tags: ["12.13"] }, () => {
  const unknown = { ...FACTS, returned: "", deductions: DEDUCTIONS.slice(0, 2) };
  const reply = textOf(write("reply", unknown));
  expect(reply).toContain("I paid a security deposit of ₹1,80,000. You have kept money from my deposit.");
  expect(reply).not.toMatch(/whole|remaining/);
  expect(textOf(write("demand", unknown))).not.toMatch(/₹1,80,000 (?:is|to)/);
});

test("asks for bills unless every deduction has one or needs none", { tags: ["12.13"] }, () => {
  const painting = { reason: "painting", amount: "25000", hasBill: false } as const;
  const cleaning = { reason: "cleaning", amount: "5000", hasBill: true } as const;
  const period = { reason: "notice", amount: "30000", hasBill: false } as const;
  const askIn = (deductions: LetterFields["deductions"]) =>
    (["reminder", "demand"] as const).map((kind) =>
      /send me the bills|send me the reason and the bill/.test(textOf(write(kind, { ...FACTS, deductions }))),
    );
  expect(askIn([cleaning, period])).toEqual([false, false]);
  expect(askIn([painting, cleaning])).toEqual([true, true]);
});

test("puts typed text into sentences as it is, and the city once", { tags: ["12.14"] }, () => {
  const typed = { ...FACTS, home: "  12,  Anna Nagar,\n Madras 600040. ", tenant: "Asha  Rao,", owner: "<b>{R}</b>" };
  const letter = write("reminder", typed, { city: "Chennai" });
  expect(letter.subject).toBe("Return of my security deposit: 12, Anna Nagar, Madras 600040");
  expect(letter.greeting).toBe("Dear <b>{R}</b>,");
  expect(letter.signature[0]).toBe("Asha Rao");
  expect(write("reminder", FACTS, { city: "Other" }).subject).toMatch(/: Flat 4B, Lake View, HSR Layout$/);
});

test("says which facts each letter needs", { tags: ["12.19"] }, () => {
  expect(letterFaults("reminder", NOTHING, TODAY)).toEqual({ tenant: "missing", deposit: "missing" });
  const missing = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, "missing"]));
  expect(letterFaults("demand", NOTHING, TODAY)).toEqual(
    missing("tenant", "deposit", "home", "returned", "movedOut", "payTo"),
  );
  expect(letterFaults("reply", NOTHING, TODAY)).toEqual(missing("tenant", "deductions", "returned"));
  expect(letterFaults("demand", { ...FACTS, returned: "0" }, TODAY)).toEqual({});
  for (const kind of ["reminder", "demand"] as const) expect(letterFaults(kind, FACTS, TODAY)).toEqual({});
  expect(letterFaults("reply", { ...FACTS, deductions: DEDUCTIONS }, TODAY)).toEqual({});
  // Exact sums in paise.
  const deductions = ["5,000", "6,234.56"].map((amount) => ({ reason: "cleaning", amount, hasBill: false }) as const);
  const exact = { ...FACTS, deposit: "50,000", returned: "38,765.44", deductions };
  expect(letterFaults("reply", exact, TODAY)).toEqual({});
  expect(textOf(write("reply", exact))).not.toContain("the remaining");
  // Only the form of a demand shows the rent.
  expect(letterFaults("reminder", { ...FACTS, rent: "25k" }, TODAY)).toEqual({});
});

test.each<[Partial<LetterFields>, object]>([
  [{ returned: "1,80,001" }, { returned: "more-than-the-deposit" }],
  [{ returned: "180000" }, { returned: "nothing-owed" }],
  [{ deposit: "0" }, { deposit: "not-an-amount" }],
  [{ deposit: "2 months" }, { deposit: "not-an-amount" }],
  [{ rent: "-5" }, { rent: "not-an-amount" }],
  [{ deposit: "900000000" }, { deposit: "not-an-amount" }],
  [{ movedIn: "0002-06-01" }, { movedIn: "not-a-day" }],
  [{ movedOut: "2026-02-31" }, { movedOut: "not-a-day" }],
  [{ movedOut: "2026-11-30" }, { movedOut: "in-the-future" }],
  [{ movedOut: "2024-05-31" }, { movedOut: "before-moving-in" }],
  [{ deductions: [{ reason: "notice", amount: "1,10,001", hasBill: false }] }, { deductions: "more-than-was-kept" }],
  [{ deductions: [{ reason: "notice", amount: "some", hasBill: false }] }, { deductions: "not-an-amount" }],
])("finds the fault of %o, and leaves it out of the letter", { tags: ["12.19"] }, (wrong, faults) => {
  const facts = { ...FACTS, ...wrong };
  expect(letterFaults("demand", facts, TODAY)).toEqual(faults);
  expect(textOf(write("demand", facts))).not.toMatch(/₹0\b|₹-|-₹|February|1,80,001|May 2024|30 November/);
});

test.each<[typed: string, written: string]>([
  ["120000", "₹1,20,000"],
  ["₹1,20,000/-", "₹1,20,000"],
  [" Rs. 1 20 000 ", "₹1,20,000"],
  ["rs120000.5", "₹1,20,000.50"],
  ["१,२०,०००", "₹1,20,000"],
  ["120,000", "₹1,20,000"],
  ["50,000/- ", "₹50,000"],
  ["INR 50,000", "₹50,000"],
  ["Rs 50,000 only", "₹50,000"],
  ["Rs.50,000/- only", "₹50,000"],
  ["50000 rupees", "₹50,000"],
  ["₹ 1,20,000", "₹1,20,000"],
  ["₹1,00,00,000", "₹1,00,00,000"],
])("reads %s as an amount", { tags: ["12.13"] }, (typed, written) => {
  expect(textOf(write("reminder", { ...FACTS, deposit: typed, returned: "" }))).toContain(
    `a security deposit of ${written}.`,
  );
});

test.each([..."1,20,00 120000,00 1,20,0000 12,34 ,500 1,,000 1/-2 50k Rs 1.2 99".split(" "), "1.2 lakh", "50 000 00"])(
  "does not guess which amount %s is",
  { tags: ["12.19"] },
  (deposit) => expect(letterFaults("reminder", { ...FACTS, deposit }, TODAY).deposit).toBe("not-an-amount"),
);

const NOTHING: LetterFields = {
  tenant: "",
  owner: "",
  home: "",
  movedIn: "",
  movedOut: "",
  rent: "",
  deposit: "",
  returned: "",
  agreement: "",
  deductions: [],
  payTo: "",
  contact: "",
};

const DEDUCTIONS: LetterFields["deductions"] = [
  { reason: "painting", amount: "25000", hasBill: false },
  { reason: "cleaning", amount: "5000", hasBill: true },
  { reason: "damage", amount: "", hasBill: false },
  { reason: "no_reason", amount: "30000", hasBill: false },
];

function write(
  kind: LetterKind,
  facts: LetterFields = FACTS,
  place: Partial<Pick<Companion, "kind" | "city">> = {},
  today = TODAY,
): Letter {
  return writeLetter(kind, { kind: "flat", city: "Bengaluru", ...place, facts }, english, today);
}

function textOf({ paragraphs, deductions, after }: Letter): string {
  return [...paragraphs, ...deductions, ...after].join("\n");
}
