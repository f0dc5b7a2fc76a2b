import { listedCity } from "./cities";
import type { HomeKind, LetterFields } from "./deposit-companion";
import type { Forum } from "./letters/words";

interface Source {
  name: string;
  /** Of the law or the article. */
  year: number;
  url?: string;
}

/** A step if letters do not help. Not legal advice. */
export interface DepositStep {
  title: string;
  text: string;
  /** A government portal, or a page of this site. */
  link?: { label: string; url: string };
  sources: readonly Source[];
  /** The day on which a person compared the step with its source. A test fails 180 days later. */
  asOf: string;
}

const CHECKED = "2026-11-29";

const ZEE_NEWS: Source = {
  name: "Zee News: Landlord refusing to return your deposit? Here's what you can do",
  year: 2025,
  url: "https://zeenews.india.com/personal-finance/landlord-refusing-to-return-your-deposit-here-s-what-you-can-do-2930857.html",
};
const NEWS_POINT: Source = {
  name: "News Point: What to do if your landlord refuses to return your rental deposit",
  year: 2025,
  url: "https://newspointapp.com/news/india/what-to-do-if-your-landlord-refuses-to-return-your-rental-deposit/articleshow/120147515",
};
const DECCAN_HERALD: Source = {
  name: "Deccan Herald: What should you do if your rental deposit is illegally retained?",
  year: 2024,
  url: "https://www.deccanherald.com/india/karnataka/bengaluru/what-should-you-do-if-your-rental-deposit-is-illegally-retained-3286658",
};
const THE_HINDU: Source = {
  name: "The Hindu: A year on, only four States adopt Model Tenancy Law",
  year: 2022,
  url: "https://www.thehindu.com/news/national/a-year-on-only-four-states-adopt-model-tenancy-law/article65681473.ece",
};

/** One row for each claim. Texts say "reported" unless a law or a portal of the state says it. */
export const DEPOSIT_STEPS = {
  demand: {
    title: "Send the demand letter",
    text: "Send it by email and by Speed Post to the address in the agreement, and keep the posting receipt. Wait for its last date.",
    link: { label: "How to send it", url: "/blog/what-to-do-if-landlord-refuses-deposit-return" },
    sources: [NEWS_POINT],
    asOf: CHECKED,
  },
  notice: {
    title: "Have a legal notice sent",
    text: "A lawyer states the same facts, names the law and sets a last date. Ask for the fee first, for the notice alone and for a case. There is a time limit for going to court, so do not wait for years.",
    sources: [NEWS_POINT, DECCAN_HERALD],
    asOf: CHECKED,
  },
  tamilNadu: {
    title: "Apply to the Rent Authority",
    text: "In the towns and cities of Tamil Nadu a dispute about a tenancy starts at the Rent Authority, as reported. The agreement has to be in writing and registered there: check first whether yours is. If it is not, ask a lawyer whether the court decides.",
    link: { label: "Tenancy portal of Tamil Nadu", url: "https://www.tenancy.tn.gov.in" },
    sources: [
      {
        name: "Tamil Nadu Regulation of Rights and Responsibilities of Landlords and Tenants Act 2017, in force since 2019",
        year: 2019,
        url: "https://www.tenancy.tn.gov.in/Home/AboutUs",
      },
    ],
    asOf: CHECKED,
  },
  uttarPradesh: {
    title: "Apply to the Rent Authority",
    text: "Uttar Pradesh has a Rent Authority, as reported, and its law aims at a decision within 60 days. The agreement has to be in writing and reported to the authority: check first whether yours was. If it was not, ask a lawyer whether the court decides.",
    sources: [{ name: "Uttar Pradesh Regulation of Urban Premises Tenancy Act 2021", year: 2021 }, THE_HINDU],
    asOf: CHECKED,
  },
  reportedAuthority: {
    title: "Ask for the Rent Authority",
    text: "Your state is reported to have a tenancy law with a Rent Authority. Ask at the district office whether it works in your city yet. If it does not, the civil court decides.",
    sources: [THE_HINDU],
    asOf: CHECKED,
  },
  maharashtra: {
    title: "Go to the competent court",
    text: "A claim for a deposit goes to a civil court, as reported. Before you file, ask a lawyer whether that is the Court of Small Causes in your city.",
    sources: [ZEE_NEWS],
    asOf: CHECKED,
  },
  unregistered: {
    title: "If the agreement was not registered",
    text: "In Maharashtra the owner has to register a leave and licence agreement. If it is not registered, your account of its terms is presumed true unless the owner proves otherwise.",
    sources: [{ name: "Maharashtra Rent Control Act 1999, section 55", year: 1999 }],
    asOf: CHECKED,
  },
  karnataka: {
    title: "Go to the competent court",
    text: "An owner who keeps a deposit can be sued for breach of the agreement, as reported. Before you file, ask a lawyer which court takes your claim, and whether that is the Court of Small Causes in your city.",
    sources: [DECCAN_HERALD],
    asOf: CHECKED,
  },
  civilCourt: {
    title: "Go to the competent court",
    text: "A claim for a deposit goes to a civil court, as reported. Ask a lawyer which court takes your claim.",
    sources: [ZEE_NEWS],
    asOf: CHECKED,
  },
  otherCity: {
    title: "Find out who decides in your state",
    text: "Tamil Nadu, Uttar Pradesh, Andhra Pradesh and Assam are reported to have a tenancy law with a Rent Authority. In other states a claim for a deposit goes to a civil court, as reported. Look on your state's portal, or ask a lawyer.",
    sources: [THE_HINDU, ZEE_NEWS],
    asOf: CHECKED,
  },
  helpline: {
    title: "Call the National Consumer Helpline",
    text: "The toll-free number is 1915. The helpline takes complaints in 17 languages and tries to settle them before a case, as reported.",
    link: { label: "National Consumer Helpline", url: "https://consumerhelpline.gov.in" },
    sources: [
      {
        name: "The Hans India: National Consumer Helpline refunds Rs 7.14 crore to consumers in 2 months",
        year: 2025,
        url: "https://www.thehansindia.com/news/national/national-consumer-helpline-refunds-rs-714-crore-to-consumers-in-2-months-985142",
      },
    ],
    asOf: CHECKED,
  },
  consumerCommission: {
    title: "Complain to the consumer commission",
    text: "The law counts board and lodging as a service. A PG with meals or cleaning is the clearest case. A plain room without services can be a tenancy: then choose “Flat or house” above, and follow those steps. Ask the helpline how to file, by when, and what it costs.",
    sources: [{ name: "Consumer Protection Act 2019, section 2(42)", year: 2019 }],
    asOf: CHECKED,
  },
  legalAid: {
    title: "Ask for free legal help",
    text: "Your District Legal Services Authority can tell you whether you qualify. Women, members of Scheduled Castes and Tribes and people with disabilities do, as reported; others do below an income that differs by state.",
    link: { label: "National Legal Services Authority", url: "https://nalsa.gov.in" },
    sources: [
      {
        name: "Legal Services Authorities Act 1987, section 12 as explained by Delhi's authority",
        year: 1987,
        url: "https://dslsa.org/ed/?p=28",
      },
    ],
    asOf: CHECKED,
  },
  police: {
    title: "When to go to the police",
    text: "They do not collect a deposit: that is a civil matter. Go to them if you are threatened, or if your belongings are held or taken.",
    sources: [DECCAN_HERALD],
    asOf: CHECKED,
  },
} satisfies Record<string, DepositStep>;
type StepKey = keyof typeof DEPOSIT_STEPS;

/** Where the deposit of a flat is decided, by city. Acts of a state hold for all its cities. */
const PLACES: readonly { cities: readonly string[]; forum: Forum; steps: readonly StepKey[] }[] = [
  {
    cities: ["Chennai", "Coimbatore", "Erode", "Madurai", "Salem", "Tiruchirappalli", "Vellore"],
    forum: "rent_authority",
    steps: ["tamilNadu"],
  },
  {
    cities: [
      ...["Noida", "Greater Noida", "Agra", "Aligarh", "Bareilly", "Ghaziabad", "Gorakhpur", "Jhansi", "Kanpur"],
      ...["Lucknow", "Mathura", "Meerut", "Prayagraj", "Varanasi"],
    ],
    forum: "rent_authority",
    steps: ["uttarPradesh"],
  },
  {
    cities: ["Guntur", "Guwahati", "Kakinada", "Nellore", "Tirupati", "Vijayawada", "Visakhapatnam"],
    forum: "rent_authority_or_court",
    steps: ["reportedAuthority"],
  },
  {
    cities: [
      ...["Amravati", "Chhatrapati Sambhajinagar", "Kolhapur", "Mumbai", "Nagpur", "Nashik", "Navi Mumbai", "Pune"],
      "Thane",
    ],
    forum: "court",
    steps: ["maharashtra", "unregistered"],
  },
  {
    cities: ["Belagavi", "Bengaluru", "Davanagere", "Hubballi", "Kalaburagi", "Mangaluru", "Mysuru", "Udupi"],
    forum: "court",
    steps: ["karnataka"],
  },
  { cities: ["Ahmedabad", "Delhi", "Gurugram", "Hyderabad", "Kolkata"], forum: "court", steps: ["civilCourt"] },
];
const ELSEWHERE = { forum: "authority_or_court", steps: ["otherCity"] } as const;

function placeOf(city: string) {
  const listed = listedCity(city);
  return PLACES.find(({ cities }) => listed !== null && cities.includes(listed)) ?? ELSEWHERE;
}

/** Returns where a dispute about the deposit is decided. A Rent Authority may not hear it if the agreement is unregistered. (spec 12) */
export function forumOf(kind: HomeKind, city: string, agreement: LetterFields["agreement"]): Forum {
  if (kind === "pg") return "consumer_commission";
  const { forum } = placeOf(city);
  return forum === "rent_authority" && agreement !== "registered" ? "rent_authority_or_court" : forum;
}

/** Returns the steps after the letters, in order. (spec 12) */
export function stepsFor(kind: HomeKind, city: string): DepositStep[] {
  const way: readonly StepKey[] =
    kind === "pg" ? ["helpline", "consumerCommission"] : ["notice", ...placeOf(city).steps];
  return (["demand", ...way, "legalAid", "police"] as const).map((key) => DEPOSIT_STEPS[key]);
}
