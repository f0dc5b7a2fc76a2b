import type { LetterWords } from "./words";

const WORN_PAINT =
  "Faded paint and small marks are normal wear and tear, which is generally not deducted from a deposit.";
const DUST = "Dust and light marks of everyday use are normal wear and tear.";
const PERIOD =
  "Please tell me from which day to which day you count the notice period, and how you arrive at this amount.";
const proceed = (forum: string) =>
  `If the matter is not settled by then, I will send a legal notice through a lawyer and take the matter to ${forum}.`;

export const words: LetterWords = {
  locale: "en-IN",
  subject: {
    reminder: "Return of my security deposit",
    demand: "Demand for the return of my security deposit",
    reply: "Deductions from my security deposit",
  },
  dear: { named: (owner) => `Dear ${owner},`, unnamed: "Dear Sir or Madam," },
  at: { named: (home) => `at ${home}`, flat: "in the home that you rented to me", pg: "in your PG" },
  to: { named: (payTo) => `to ${payTo}`, unnamed: "to my bank account" },
  stay: {
    whole: (at, from, until) => `I lived ${at} from ${from} to ${until}.`,
    began: (at, from) => `My stay ${at} began on ${from}.`,
    ended: (at, until) => `My stay ${at} ended on ${until}.`,
    undated: (at) => `I am writing about my stay ${at}.`,
  },
  rent: (rent) => `The rent was ${rent} a month.`,
  agreement: { registered: "Our agreement is registered.", stamp_paper: "Our agreement is on stamp paper." },
  deposit: (deposit) => `I paid a security deposit of ${deposit}.`,
  returned: (returned) => `You have returned ${returned} so far.`,
  nothingReturned: "Nothing has been returned so far.",
  due: { named: (owed) => `${owed} is still due.`, unnamed: "Money from the deposit is still due." },
  wear: "Normal wear and tear is generally not deducted from a deposit.",
  settle: "I would prefer to settle this with you directly, and look forward to your reply.",
  closing: "Yours sincerely,",
  reminder: {
    greeting: "I hope that you are well.",
    pay: (to) => `Please transfer it ${to} in the next few days.`,
    offer: "If you need anything from me for this, please let me know.",
    bills: {
      named:
        "Please send me the bills for the deductions that you mentioned, so that we can settle the account quickly.",
      unnamed: "If you plan to deduct anything, please tell me the amount and send me the bill.",
    },
    thanks: "Thank you.",
  },
  demand: {
    pay: {
      named: (owed, to, by) => `Please transfer ${owed} ${to} by ${by}.`,
      unnamed: (to, by) => `Please transfer the deposit ${to} by ${by}.`,
    },
    deductions: "You have made these deductions. I do not accept them as they are:",
    bill: "bill received",
    noBill: "no bill received",
    ask: {
      named:
        "If you believe that a deduction is due, please send me the reason and the bill by the same date and, for a damaged item, tell me its age.",
      unnamed:
        "If you believe that a deduction is due, please send me the reason, the amount and the bill by the same date.",
    },
    next: {
      court: proceed("the competent court"),
      rent_authority_or_court: proceed("the Rent Authority or the competent court"),
      authority_or_court: proceed("the competent authority or court"),
      consumer_commission:
        "If the matter is not settled by then, I will file a complaint with the consumer commission.",
    },
  },
  reply: {
    kept: {
      part: (kept, deposit) => `You have kept ${kept} of my deposit of ${deposit}.`,
      whole: (deposit) => `You have kept my whole deposit of ${deposit}.`,
      unnamed: "You have kept money from my deposit.",
    },
    answers: "This is my answer to each deduction:",
    rest: (rest) => `I have not received any explanation for the remaining ${rest}.`,
  },
  clause: {
    written: "Please name the clause of our agreement on which you rely.",
    none: "We have no written agreement on this.",
    unknown: "If we have agreed on this in writing, please name the clause.",
  },
  reasons: {
    painting: {
      label: "Painting",
      bill: `${WORN_PAINT} The bill that you sent shows the cost, but not what damage there was beyond wear and tear.`,
      noBill: `${WORN_PAINT} If there was damage beyond that, please send me photos of it and the painter's bill.`,
    },
    cleaning: {
      label: "Cleaning",
      bill: `${DUST} The bill that you sent shows the cost, but not what had to be cleaned beyond that.`,
      noBill: `${DUST} Please tell me what had to be cleaned beyond that, and send me the bill.`,
    },
    damage: {
      label: "Damage",
      bill: "Thank you for the bill. So that I can check the amount, please also tell me which item it is for and how old that item was, and send me photos.",
      noBill:
        "Please tell me which item was damaged and how old it was, and send me photos and the repair bill. Normal wear and tear is not damage.",
    },
    bills: {
      label: "Bills",
      bill: "I will pay the bills that I have to pay under our agreement. Please send me the receipt, and tell me which days and meter readings the bill covers.",
      noBill:
        "I will pay the bills that I have to pay under our agreement. Please send me the bill and its receipt, with the days and meter readings that it covers.",
    },
    notice: { label: "Notice period", bill: PERIOD, noBill: PERIOD },
    no_reason: {
      label: "No reason given",
      bill: "I cannot see from the bill what this deduction is for. Please tell me, or return the amount.",
      noBill:
        "I have not been given a reason for this deduction. Please tell me what it is for and send me the bill, or return the amount.",
    },
  },
};
