import { listedCity } from "./cities";
import type { HomeKind } from "./deposit-companion";
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

const SUE =
  "An owner who keeps a deposit can be sued for breach of the agreement, as reported. Ask a lawyer whether your claim goes to a court, and to which, or to the consumer commission: reports name both.";

/** One row for each claim. Texts say "reported" unless a law or a portal of the government says it. */
export const DEPOSIT_STEPS = {
  demand: {
    title: "Send the demand letter",
    text: "Send it by email, and by Speed Post with registration to the address in the agreement: it is then handed to the addressee only. Keep the posting receipt, and wait until the last date in the letter.",
    link: { label: "How to send it", url: "/blog/what-to-do-if-landlord-refuses-deposit-return" },
    sources: [
      NEWS_POINT,
      {
        name: "Department of Posts: Rationalization of Domestic Mail Products and Services, on PO Tools Blog",
        year: 2025,
        url: "https://www.potoolsblog.in/2025/08/gazette-notification-on-rationalization.html",
      },
    ],
    asOf: CHECKED,
  },
  notice: {
    title: "Send a legal notice through a lawyer",
    text: "A lawyer states the same facts, names the law and sets a last date. First ask what the notice alone costs, and what a case costs. There is a time limit for going to court, so do not wait for years.",
    sources: [NEWS_POINT, DECCAN_HERALD, { name: "Limitation Act 1963", year: 1963 }],
    asOf: CHECKED,
  },
  tamilNadu: {
    title: "Apply to the Rent Authority",
    text: "Tamil Nadu has Rent Authorities and Rent Courts, as reported: ask the Rent Authority which of them takes your claim. The agreement has to be in writing and registered with the Rent Authority: check first whether yours is. If it is not, ask a lawyer whether you can go to the civil court: in cases of eviction the High Court allowed that for some agreements and not for others, as reported.",
    link: { label: "Tenancy portal of Tamil Nadu", url: "https://www.tenancy.tn.gov.in" },
    sources: [
      {
        name: "Tamil Nadu Regulation of Rights and Responsibilities of Landlords and Tenants Act 2017, in force since 2019",
        year: 2019,
        url: "https://www.tenancy.tn.gov.in/Home/AboutUs",
      },
      {
        name: "Live Law: Requirement of registered agreement under 2017 TN Act not of universal application",
        year: 2022,
        url: "https://www.livelaw.in/news-updates/tp-act-enables-oral-lease-requirement-of-registered-agreement-under-2017-tn-act-not-of-universal-application-madras-high-court-191984",
      },
    ],
    asOf: CHECKED,
  },
  uttarPradesh: {
    title: "Apply to the Rent Authority",
    text: "Uttar Pradesh has a Rent Authority, as reported, and its law aims at a decision within 60 days. Ask at the district office where it is. The agreement has to be in writing and reported to the authority. If yours was not, ask whether you can still apply: in 2025 the High Court said that owners who evict can, as reported.",
    sources: [
      { name: "Uttar Pradesh Regulation of Urban Premises Tenancy Act 2021", year: 2021 },
      {
        name: "NewsDrum: Absence of written tenancy agreement does not bar jurisdiction of rent authority",
        year: 2026,
        url: "https://www.newsdrum.in/national/absence-of-written-tenancy-agreement-does-not-bar-jurisdiction-of-rent-authority-allahabad-hc-10967231",
      },
    ],
    asOf: CHECKED,
  },
  reportedAuthority: {
    title: "Find out whether there is a Rent Authority",
    text: "Your state is reported to have a tenancy law with a Rent Authority. Ask at the district office whether it works in your city yet. If it does not, ask a lawyer which court takes your claim.",
    sources: [THE_HINDU],
    asOf: CHECKED,
  },
  maharashtra: {
    title: "Go to the competent court",
    text: `${SUE} In 2022 the Bombay High Court held that the Court of Small Causes is not the only court for a deposit kept for damages.`,
    sources: [
      ZEE_NEWS,
      {
        name: "Law Web: Bafna Motors v. Amanulla Khan, Bombay High Court",
        year: 2022,
        url: "https://www.lawweb.in/2022/07/whether-small-cause-court-has.html",
      },
    ],
    asOf: CHECKED,
  },
  unregistered: {
    title: "If the agreement was not registered",
    text: "In Maharashtra the owner has to register a leave and licence agreement. If it is not registered, what you say about its terms prevails unless the owner proves otherwise.",
    sources: [
      {
        name: "Maharashtra Rent Control Act 1999, section 55, as explained by Accommodation Times",
        year: 1999,
        url: "https://accommodationtimes.com/tenancy-agreements-to-be-compulsorily-registered-under-new-maharashtra-rent-control-act/",
      },
    ],
    asOf: CHECKED,
  },
  karnataka: {
    title: "Go to the competent court",
    text: `${SUE} The Karnataka Rent Act 1999 is another ground, as reported.`,
    sources: [DECCAN_HERALD, ZEE_NEWS],
    asOf: CHECKED,
  },
  civilCourt: {
    title: "Go to the competent court",
    text: SUE,
    sources: [ZEE_NEWS, NEWS_POINT],
    asOf: CHECKED,
  },
  otherCity: {
    title: "Find out who decides in your state",
    text: `Tamil Nadu, Uttar Pradesh, Andhra Pradesh and Assam are reported to have a tenancy law with a Rent Authority; lists of such states differ. In other states a court decides. ${SUE}`,
    sources: [THE_HINDU, ZEE_NEWS],
    asOf: CHECKED,
  },
  helpline: {
    title: "Call the National Consumer Helpline",
    text: "The toll-free number is 1915. The helpline takes complaints in 17 languages and tries to settle them before a case, as reported.",
    link: { label: "National Consumer Helpline", url: "https://consumerhelpline.gov.in" },
    sources: [
      {
        name: "Business Standard: Consumers get ₹7.14 cr refund in 2 months via consumer helpline support",
        year: 2025,
        url: "https://www.business-standard.com/amp/industry/news/consumers-get-7-14-cr-refund-in-2-months-via-consumer-helpline-support-125070400604_1.html",
      },
    ],
    asOf: CHECKED,
  },
  consumerCommission: {
    title: "Complain to the consumer commission",
    text: "The law counts board and lodging as a service. A PG with meals or cleaning is the clearest case. A plain room without services may be a tenancy: then choose “Flat or house” above, and follow those steps. You can file online, within two years, as reported. Ask the helpline what it costs.",
    link: { label: "e-Jagriti, to file a complaint", url: "https://e-jagriti.gov.in" },
    sources: [
      {
        name: "Consumer Protection Act 2019, section 2(42), as explained by Nyaaya",
        year: 2019,
        url: "https://nyaaya.org/legal-explainer/what-are-services/",
      },
      {
        name: "Outlook Money: When can you approach the consumer court and how",
        year: 2025,
        url: "https://www.outlookmoney.com/amp/story/tax/retirement/plan/financial-planning/senior-citizen-awarded-rs-1-lakh-compensation-from-hospital-for-harassment-when-can-you-approach-the-consumer-court-and-how",
      },
    ],
    asOf: CHECKED,
  },
  legalAid: {
    title: "Ask for free legal help",
    text: "Your District Legal Services Authority can tell you whether you qualify. Women, members of Scheduled Castes and Tribes and people with disabilities do. Others do below an income limit, which differs by state.",
    link: { label: "National Legal Services Authority", url: "https://nalsa.gov.in" },
    sources: [
      {
        name: "Legal Services Authorities Act 1987, section 12, as explained by the National Legal Services Authority",
        year: 1987,
        url: "https://nalsa.gov.in/services/legal-aid/eligibility",
      },
    ],
    asOf: CHECKED,
  },
  police: {
    title: "When to go to the police",
    text: "The police do not collect deposits: that is a civil matter. Go to them if you are threatened, or if your belongings are held or taken.",
    sources: [
      DECCAN_HERALD,
      { name: "Bharatiya Nyaya Sanhita 2023, sections 303 (theft) and 351 (threats)", year: 2023 },
    ],
    asOf: CHECKED,
  },
} satisfies Record<string, DepositStep>;
type StepKey = keyof typeof DEPOSIT_STEPS;

/** Where the deposit of a flat is decided, by city, the best known first. Acts of a state hold for all its cities. */
const PLACES: readonly { cities: readonly string[]; forum: Forum; steps: readonly StepKey[] }[] = [
  {
    cities: ["Chennai", "Coimbatore", "Erode", "Madurai", "Salem", "Tiruchirappalli", "Vellore"],
    forum: "rent_authority_or_court",
    steps: ["tamilNadu"],
  },
  {
    cities: [
      ...["Noida", "Greater Noida", "Agra", "Aligarh", "Bareilly", "Ghaziabad", "Gorakhpur", "Jhansi", "Kanpur"],
      ...["Lucknow", "Mathura", "Meerut", "Prayagraj", "Varanasi"],
    ],
    forum: "rent_authority_or_court",
    steps: ["uttarPradesh"],
  },
  {
    cities: ["Visakhapatnam", "Guntur", "Guwahati", "Kakinada", "Nellore", "Tirupati", "Vijayawada"],
    forum: "rent_authority_or_court",
    steps: ["reportedAuthority"],
  },
  {
    cities: [
      ...["Mumbai", "Amravati", "Chhatrapati Sambhajinagar", "Kolhapur", "Nagpur", "Nashik", "Navi Mumbai", "Pune"],
      "Thane",
    ],
    forum: "court",
    steps: ["maharashtra", "unregistered"],
  },
  {
    cities: ["Bengaluru", "Belagavi", "Davanagere", "Hubballi", "Kalaburagi", "Mangaluru", "Mysuru", "Udupi"],
    forum: "court",
    steps: ["karnataka"],
  },
  { cities: ["Delhi", "Ahmedabad", "Gurugram", "Hyderabad", "Kolkata"], forum: "court", steps: ["civilCourt"] },
];
/** The first city of each row, for the page without scripts. */
export const EXAMPLE_CITIES: readonly string[] = PLACES.flatMap(({ cities }) => cities.slice(0, 1)).toSorted();

const ELSEWHERE = { forum: "authority_or_court", steps: ["otherCity"] } as const;

function placeOf(city: string) {
  const listed = listedCity(city);
  return PLACES.find(({ cities }) => listed !== null && cities.includes(listed)) ?? ELSEWHERE;
}

/** Returns where a dispute about the deposit is decided. (spec 12) */
export function forumOf(kind: HomeKind, city: string): Forum {
  return kind === "pg" ? "consumer_commission" : placeOf(city).forum;
}

/** Returns the steps after the letters, in order. (spec 12) */
export function stepsFor(kind: HomeKind, city: string): DepositStep[] {
  const way: readonly StepKey[] =
    kind === "pg" ? ["helpline", "consumerCommission"] : ["notice", ...placeOf(city).steps];
  return (["demand", ...way, "legalAid", "police"] as const).map((key) => DEPOSIT_STEPS[key]);
}
