import { cityKey, OTHER_CITY } from "./cities";
import type { Companion, Deduction, DeductionReason, LetterFields } from "./deposit-companion";
import { forumOf } from "./deposit-steps";
import { latinDigits } from "./fold";
import type { LetterKind, LetterLanguage, LetterWords } from "./letters/words";
import { plainLine } from "./plain-text";

const LOADERS: Record<LetterLanguage, () => Promise<{ words: LetterWords }>> = {
  en: () => import("./letters/en"),
  hi: () => import("./letters/hi"),
  kn: () => import("./letters/kn"),
  ta: () => import("./letters/ta"),
  te: () => import("./letters/te"),
  mr: () => import("./letters/mr"),
  bn: () => import("./letters/bn"),
};

/** Loads the sentences of a language. Rejects if they cannot be downloaded. */
export async function loadLetterWords(language: LetterLanguage): Promise<LetterWords> {
  return (await LOADERS[language]()).words;
}

/** A letter in the order in which it is printed. In all languages paragraphs and items correspond one to one. */
export interface Letter {
  date: string;
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** A list between the paragraphs and those after it. Empty if the letter names no deduction. */
  deductions: string[];
  after: string[];
  closing: string;
  signature: string[];
}

/** What keeps a letter from being sent, for the page to word beside the field. */
export type LetterFault =
  | "missing"
  | "not-an-amount"
  | "not-a-day"
  | "in-the-future"
  | "before-moving-in"
  | "more-than-the-deposit"
  | "nothing-owed"
  | "more-than-was-kept";

const REPLY_DAYS = 15;
const MAX_RUPEES = 1e8;
/** "1.2" means lakhs. */
const MIN_RUPEES = 100;

/** The reasons of which a demand says whether there was a bill. */
const BILLED: readonly DeductionReason[] = ["painting", "cleaning", "damage", "bills"];

/** Returns the first fault of each field, of the list of deductions as a whole. A letter without faults can be sent. (spec 12) */
export function letterFaults(
  kind: LetterKind,
  facts: LetterFields,
  today: string,
): Partial<Record<keyof LetterFields, LetterFault>> {
  const faults: Partial<Record<keyof LetterFields, LetterFault>> = {};
  if (plainLine(facts.tenant) === "") faults.tenant = "missing";
  if (kind === "demand" && plainLine(facts.home) === "") faults.home = "missing";
  if (kind === "reply" && facts.deductions.length === 0) faults.deductions = "missing";
  const [deposit, returned] = [readAmount(facts.deposit), readAmount(facts.returned)];
  for (const field of ["deposit", "returned"] as const) {
    if (isWrongAmount(facts[field])) faults[field] = "not-an-amount";
  }
  // Only the form of a demand has this field.
  if (kind === "demand" && isWrongAmount(facts.rent)) faults.rent = "not-an-amount";
  if (deposit === 0) faults.deposit = "not-an-amount";
  if (kind !== "reply" && facts.deposit.trim() === "") faults.deposit = "missing";
  if (kind !== "reminder" && facts.returned.trim() === "") faults.returned = "missing";
  // Before the tenant has moved out, the deposit may not be due.
  if (kind === "demand" && facts.movedOut === "") faults.movedOut = "missing";
  if (kind === "demand" && plainLine(facts.payTo) === "") faults.payTo = "missing";
  if (deposit && returned === deposit) faults.returned = "nothing-owed";
  if (deposit && returned !== null && returned > deposit) faults.returned = "more-than-the-deposit";
  const rest = readFacts(facts, today).rest;
  if (rest !== null && rest < 0) faults.deductions = "more-than-was-kept";
  if (facts.deductions.some(({ amount }) => isWrongAmount(amount))) faults.deductions = "not-an-amount";
  const isBackwards = facts.movedOut !== "" && facts.movedOut < facts.movedIn;
  if (isBackwards) faults.movedOut = "before-moving-in";
  for (const field of ["movedIn", "movedOut"] as const) {
    if (facts[field] > today) faults[field] = "in-the-future";
    if (facts[field] !== "" && !isDay(facts[field])) faults[field] = "not-a-day";
  }
  return faults;
}

/**
 * Returns a letter in whole sentences about the known facts; a fact with a fault counts as unknown. The last date of a demand and of a
 * reply is 15 days after today, a day like "2026-11-29". (spec 12)
 */
export function writeLetter(
  kind: LetterKind,
  companion: Pick<Companion, "kind" | "city" | "facts">,
  words: LetterWords,
  today: string,
): Letter {
  const { deductions, agreement, ...facts } = companion.facts;
  const { deposit, returned, owed, rest, rent, movedIn, movedOut } = readFacts(companion.facts, today);
  const date = (day: string) => formatLetterDay(day, words.locale);
  const home = addressOf(facts.home, companion.city);
  const [payTo, owner, tenant] = [cleaned(facts.payTo), cleaned(facts.owner), cleaned(facts.tenant)];
  const to = payTo ? words.to.named(payTo) : words.to.unnamed;
  const by = date(daysLater(today, REPLY_DAYS));
  const stay = stayOf(home ? words.at.named(home) : words.at[companion.kind]);
  const isNamed = deductions.length > 0 ? "named" : "unnamed";
  const lacksBills = isNamed === "unnamed" || deductions.some((each) => each.reason !== "notice" && !each.hasBill);

  function stayOf(at: string): string {
    const { whole, began, ended, undated } = words.stay;
    if (movedIn && movedOut) return whole(at, date(movedIn), date(movedOut));
    if (movedIn) return began(at, date(movedIn));
    return movedOut ? ended(at, date(movedOut)) : undated(at);
  }

  function money(): string {
    if (deposit === null) return words.due.unnamed;
    if (owed === null) return joined(words.deposit(rupees(deposit)), words.due.unnamed);
    const back = returned === 0 ? words.nothingReturned : returned && words.returned(rupees(returned));
    return joined(words.deposit(rupees(deposit)), back, words.due.named(rupees(owed)));
  }

  function payment(): string {
    const { named, unnamed } = words.demand.pay;
    return owed === null ? unnamed(to, by) : named(rupees(owed), to, by);
  }

  function reminder(): Body {
    const { greeting, pay, offer, bills, thanks } = words.reminder;
    return {
      paragraphs: present(
        joined(greeting, stay),
        joined(money(), pay(to), offer),
        lacksBills && bills[isNamed],
        thanks,
      ),
    };
  }

  function demand(): Body {
    const { ask, next, bill, noBill } = words.demand;
    const terms = joined(
      stay,
      agreement && agreement !== "none" && words.agreement[agreement],
      rent && words.rent(rupees(rent)),
    );
    const forum = forumOf(companion.kind, companion.city);
    const after = [joined(lacksBills && ask[isNamed], words.wear), next[forum], words.settle];
    if (isNamed === "unnamed") return { paragraphs: [terms, money(), payment(), ...after] };
    const listed = deductions.map((each) => {
      const suffix = each.hasBill ? bill : noBill;
      return BILLED.includes(each.reason) ? `${headOf(each)}: ${suffix}` : headOf(each);
    });
    return { paragraphs: [terms, money(), payment(), words.demand.deductions], deductions: listed, after };
  }

  function reply(): Body {
    const opening = joined(stay, kept());
    const unexplained = isNamed === "named" && rest !== null && rest > 0 && words.reply.rest(rupees(rest));
    const after = [joined(unexplained, payment(), lacksBills && words.demand.ask[isNamed]), words.settle];
    if (isNamed === "unnamed") return { paragraphs: [opening, ...after] };
    return { paragraphs: [opening, words.reply.answers], deductions: deductions.map(answerTo), after };
  }

  function kept(): string {
    const { part, whole, unnamed } = words.reply.kept;
    if (deposit === null) return unnamed;
    if (owed === null) return joined(words.deposit(rupees(deposit)), unnamed);
    return returned ? part(rupees(owed), rupees(deposit)) : whole(rupees(deposit));
  }

  function headOf({ reason, amount }: Deduction): string {
    const sum = readAmount(amount);
    return sum ? `${words.reasons[reason].label}, ${rupees(sum)}` : words.reasons[reason].label;
  }

  function answerTo(deduction: Deduction): string {
    const { reason, hasBill } = deduction;
    const isAgreed = reason === "painting" || reason === "cleaning" || reason === "notice";
    const clause = agreement === "" ? "unknown" : agreement === "none" ? "none" : "written";
    const answer = words.reasons[reason][hasBill ? "bill" : "noBill"];
    return joined(`${headOf(deduction)}:`, answer, isAgreed && words.clause[clause]);
  }

  return {
    date: date(today),
    subject: home ? `${words.subject[kind]}: ${home}` : words.subject[kind],
    greeting: owner ? words.dear.named(owner) : words.dear.unnamed,
    deductions: [],
    after: [],
    ...{ reminder, demand, reply }[kind](),
    closing: words.closing,
    signature: present(tenant, cleaned(facts.contact)),
  };
}

/** Returns a letter as text for a message, with blank lines between paragraphs. (spec 12) */
export function letterText(letter: Letter): string {
  const { date, subject, greeting, paragraphs, deductions, after, closing, signature } = letter;
  const list = deductions.map((item) => `• ${item}`).join("\n");
  const parts = [date, subject, greeting, ...paragraphs, list, ...after, [closing, ...signature].join("\n")];
  return parts.filter((part) => part !== "").join("\n\n");
}

type Body = Pick<Letter, "paragraphs"> & Partial<Pick<Letter, "deductions" | "after">>;

/**
 * Returns amounts in rupees and valid days, null if unknown or wrong. `owed` is null unless both amounts are known. `rest` is what was
 * kept beyond the named deductions.
 */
function readFacts(facts: LetterFields, today: string) {
  const deposit = readAmount(facts.deposit) || null;
  const back = readAmount(facts.returned);
  const returned = deposit !== null && back !== null && back < deposit ? back : null;
  const owed = deposit === null || returned === null ? null : inPaise(deposit - returned);
  const amounts = facts.deductions.map(({ amount }) => readAmount(amount));
  const named = inPaise(amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0));
  const isComplete = amounts.every((amount) => amount !== null);
  const [movedIn, movedOut] = [facts.movedIn, facts.movedOut].map((day) => (isDay(day) && day <= today ? day : null));
  return {
    deposit,
    returned,
    owed,
    rest: owed !== null && (isComplete || named > owed) ? inPaise(owed - named) : null,
    rent: readAmount(facts.rent),
    movedIn,
    movedOut: movedIn && movedOut && movedOut < movedIn ? null : movedOut,
  };
}

/** A number without commas, in Indian groups (1,20,000) or in thousands (120,000), with spaces or commas between the groups. */
const AMOUNT = /^(?:\d+|\d{1,2}(?:[,\s]\d\d)*[,\s]\d{3}|\d{1,3}(?:[,\s]\d{3})+)(?:\.\d\d?)?$/;

/** Reads "₹1,20,000", "1 20 000/-" and "Rs. 120000.50 only". Returns null for anything else, and for less than ₹100 or more than ten crore. */
export function readAmount(text: string): number | null {
  const digits = latinDigits(text)
    .replace(/₹|inr|rs\.?|rupees?|only|\/-/gi, " ")
    .trim();
  const amount = Number(digits.replace(/[,\s]/g, ""));
  const isLikely = amount === 0 || (amount >= MIN_RUPEES && amount <= MAX_RUPEES);
  return AMOUNT.test(digits) && isLikely ? amount : null;
}

/** Returns whether something was typed that is not an amount. */
export function isWrongAmount(text: string): boolean {
  return text.trim() !== "" && readAmount(text) === null;
}

/** Returns an amount rounded to paise: a sum of binary numbers is off by a little. */
function inPaise(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function rupees(amount: number): string {
  return `₹${amount.toLocaleString("en-IN", { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`;
}

/** Returns whether a text is a day of the calendar since 1950. A date field that is being typed has years such as 0002. */
export function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(day) && day > "1950" && !Number.isNaN(time) && daysLater(day, 0) === day;
}

function daysLater(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Formats "2026-12-14" as "14 December 2026" in a language, with Latin digits. Commas of the locale would break up a sentence. */
function formatLetterDay(day: string, locale: string): string {
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC", numberingSystem: "latn" } as const;
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(new Date(`${day}T00:00:00Z`));
  return (["day", "month", "year"] as const).map((type) => parts.find((part) => part.type === type)?.value).join(" ");
}

/** Returns the address with its city, which many tenants type in both fields; "" without an address. */
export function addressOf(home: string, city: string): string {
  const [address, place] = [cleaned(home), cleaned(city)];
  if (address === "" || place === "" || place === OTHER_CITY) return address;
  const parts = [...address.split(","), ...address.split(/[\s,]+/)];
  return parts.some((part) => cityKey(part) === cityKey(place)) ? address : `${address}, ${place}`;
}

/** Returns typed text as a part of a sentence: one line, without punctuation at its end. */
function cleaned(text: string): string {
  return plainLine(text).replace(/[\s.,;:]+$/, "");
}

function joined(...sentences: (string | false | 0 | null)[]): string {
  return sentences.filter(Boolean).join(" ");
}

function present(...texts: (string | false)[]): string[] {
  return texts.flatMap((text) => text || []);
}
