import { below, pick, type Random } from "./random.ts";

/**
 * What the synthetic reviews are made of. Searches look for these words, so none of them may stand in a sentence that is
 * not meant to hold it: words.test.ts sees to that.
 */

/** In half of all reviews. */
export const COMMON_WORD = "water";
export const COMMON_WORD_SHARE = 0.5;

/** Each in ten reviews, however many there are. */
export const RARE_WORDS = [
  "harmonium",
  "helipad",
  "aquarium",
  "chandelier",
  "trampoline",
  "peacock",
  "mongoose",
  "observatory",
  "gramophone",
  "beekeeper",
  "windmill",
  "telescope",
  "sundial",
  "orchestra",
  "blacksmith",
  "porcupine",
  "xylophone",
  "kaleidoscope",
  "lighthouse",
  "submarine",
  "volcano",
  "dinosaur",
  "pyramid",
  "saxophone",
] as const;
export const REVIEWS_PER_RARE_WORD = 10;

/** In many reviews, besides the common word: about one in four down to one in fifty. */
export const FREQUENT_WORDS = ["deposit", "owner", "parking", "power", "lift", "broker", "balcony", "monsoon"] as const;

export const COMMON_WORD_SENTENCES = [
  "Water comes all day.",
  "There is water for {hours} hours in the morning and then nothing until {weekday}.",
  "The water is hard: the geyser and every tap were {bad} within {months} months.",
  "In summer water came by tanker, and the bill of {rupees} was shared by all {number} flats.",
  "Hot water in every bathroom, even in {month}.",
  "We had to call {person} {number} times because of water from the flat above.",
  "Drinking water is from the corporation and clean.",
  "No water on the {ordinal} floor when the pump fails, which is most of {month}.",
  "The overhead tank is cleaned every {months} months, so the water does not smell.",
];

/** Ordinary sentences. The first ones are for reviews of a few words. */
export const SENTENCES = [
  "Good place, {good} people.",
  "Not worth {rupees} a month.",
  "Nice {room}, {bad} {room}.",
  "{Good} home for a small family.",
  "Would not stay here again.",
  "The {room} is {good} and the {room} is {bad}.",
  "The deposit of {rupees} came back in {number} days, less {rupees} for {thing}.",
  "{Person} kept {rupees} of the deposit for {thing} that was {bad} when we came.",
  "Still waiting for the deposit after {months} months and {number} reminders.",
  "The owner, {name}, lives on the {ordinal} floor and is {good} to talk to.",
  "The owner raised the rent by {rupees} after {months} months.",
  "Our owner came without notice to look at {thing}.",
  "Rent is {rupees} and maintenance another {rupees}, whatever the advertisement says.",
  "Parking is first come, first served, and there are {number} places.",
  "A covered parking place costs {rupees} extra.",
  "Power goes for {hours} hours a day in {month}, and the inverter lasts {number} minutes.",
  "There is power backup for the lift and the corridor but not for the flats.",
  "The lift was {bad} for {number} weeks in {month}.",
  "Two lifts for {number} floors, one of them always {bad}.",
  "The broker asked for {months} months' rent and was never seen again.",
  "We came through {name} Realty, a {good} broker who showed us {number} flats.",
  "The balcony looks on {place} and gets sun until {hours}.",
  "From the {ordinal} floor balcony one sees {place}, and hears it too.",
  "During the monsoon the {room} wall is {bad} and smells of it.",
  "{Person} fixed {thing} before the monsoon, as promised.",
  "{Thing} was {bad} when we moved in and is {bad} now.",
  "{Person} repaired {thing} within {number} days and did not charge for it.",
  "We asked {person} {number} times about {thing}; nothing happened.",
  "{Thing} in the {room} was {good}.",
  "It takes {number} minutes to walk to {place}.",
  "{place} is near, so there is {bad} traffic from {hours} in the morning.",
  "Mrs {name} next door was {good} to us from the first day.",
  "Mr {name} of flat {number} plays {bad} music until late.",
  "Bachelors are asked {number} questions at the gate; families none.",
  "Visitors have to leave before {hours}, says {person}.",
  "Ask {person} to show you {thing} before you sign.",
  "Read the agreement: page {number} says that {thing} is for the tenant to repair.",
  "They painted the {room} {colour} and it looks {good}.",
  "The {room} has {colour} tiles and {number} windows.",
  "Cooking is allowed, non-vegetarian food is not.",
  "Food is {good} on {weekday} and {bad} on every other day.",
  "The shop of {name} downstairs has everything, from {thing} to {colour} paint.",
  "Stray dogs near {place} bark, but they are {good} to children.",
  "Wi-Fi from {name} Broadband works in the {room} only.",
  "Mobile network is {bad} inside the {room}.",
  "{Person} is {good}, but {thing} is {bad}.",
  "Mosquitoes from {place} come in {month}; put nets on the {room} windows.",
  "I lived here for {months} months with {number} others and have {good} memories.",
  "Police verification took {number} visits and {rupees}.",
  "Garbage is collected on {weekday}, if at all.",
  "The society charges {rupees} for moving out, which {person} did not mention.",
  "Everything within {number} minutes: school, hospital, {place}.",
  "Cross ventilation in the {room} is {good}.",
  "{Person} asked for cash and gave no receipt for {rupees}.",
];

export const RARE_SENTENCE = "There is a {rare} on the terrace that nobody had told us about.";

const ROOMS = [
  "bedroom",
  "kitchen",
  "hall",
  "bathroom",
  "study",
  "drawing room",
  "guest room",
  "store room",
  "terrace",
];
const COLOURS = ["white", "yellow", "blue", "green", "cream", "pink", "grey", "orange"];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS =
  "January,February,March,April,May,June,July,August,September,October,November,December,Diwali,Pongal,Onam,Holi".split(
    ",",
  );
const ORDINALS = "ground,first,second,third,fourth,fifth,sixth,seventh,ninth,eleventh,fourteenth,top".split(",");
const PEOPLE = (
  "the caretaker,the landlord,the landlady,the agent,the manager,the secretary,the plumber,the electrician,the guard," +
  "the warden,the society office,the builder,his nephew,her son,the watchman's wife,the cook"
).split(",");
const GOOD = (
  "good,kind,bright,quiet,clean,airy,spacious,helpful,patient,polite,honest,well kept,sunny,calm,fair,prompt,friendly," +
  "comfortable,lovely,decent,excellent,cheerful,solid,safe,reasonable,dependable,generous,tidy,pleasant,fresh"
).split(",");
const BAD = (
  "bad,broken,damp,noisy,dirty,mouldy,rude,careless,cracked,leaking,rusty,dark,narrow,stuffy,late,missing,loose,stained," +
  "unsafe,blocked,flooded,faulty,shabby,cramped,smelly,useless,dusty,worn out,jammed,dim,termite-eaten,unfinished"
).split(",");
const THINGS = (
  "the geyser,the kitchen sink,the fan,the main door lock,the wardrobe,the washing machine,the fridge,the mattress,the exhaust," +
  "the window grille,the mosquito net,the doorbell,the chimney,the flush,the shower,the drain,the inverter,the intercom," +
  "the gas pipe,the tube light,the false ceiling,the wall paint,the switchboard,the air conditioner,the sofa,the curtain rod," +
  "the mirror,the cupboard hinge,the floor tile,the bathroom door,the railing,the gate,the letter box,the damp course,the bed," +
  "the study table,the stove,the purifier,the solar panel,the camera at the gate,the garden bench,the swing,the shoe rack"
).split(",");
const PLACES = (
  "the metro station,the bus stand,the temple,the market,the flyover,the lake,the railway line,the school,the tech park,the mosque," +
  "the hospital,the petrol pump,the wedding hall,the vegetable market,the college,the park,the highway,the church,the airport road," +
  "the gurdwara,the playground,the cinema,the construction site,the ration shop,the court,the bank,the nursery,the dairy"
).split(",");

const NAME_STARTS =
  "Aa Abhi Adi Aja Aka Ama Ana Ani Anu Ar Asha Ba Bha Chan Cha Da Dee Dev Dha Dila Esh Ga Gau Gita Go Ha Hari Indra Ja Jaya Ka Kama Kiran Kri La Lata Ma Madha Maha Mee Mo Na Nanda Nee Ni Om Pa Padma Pra Puru Ra Raja Rama Ro Sa Sachi San Sara Shan Shiva So Su Ta Ta Tri Uda Vas Veda Vi Vija Ya Yasho Za".split(
    " ",
  );
const NAME_MIDDLES =
  "bha cha da dha du ga gha ja jee ka ke kha la le ma me mi na ne ni pa pra ra re ri sha shu ta tha ti va vi ya".split(
    " ",
  );
const NAME_ENDS =
  "bhai chandra das deep dev devi esh gopal gowda hari il jan jeet jit kar kumar la lal lan li mala mani math mohan nath nda ndra nesh ni nka pal pati pillai raj ram ran rao rathi reddy ri rma rthi sad san shan shekhar shi singh swamy ta tesh thi tra vati ven vya yan yya".split(
    " ",
  );

/** A name that sounds like one from India: about 100,000 of them, so that texts hold words that hardly repeat. */
export function invented(random: Random): string {
  return pick(random, NAME_STARTS) + pick(random, NAME_MIDDLES) + pick(random, NAME_ENDS);
}

const FILLERS: Record<string, (random: Random) => string> = {
  room: (random) => pick(random, ROOMS),
  colour: (random) => pick(random, COLOURS),
  weekday: (random) => pick(random, WEEKDAYS),
  month: (random) => pick(random, MONTHS),
  ordinal: (random) => pick(random, ORDINALS),
  person: (random) => pick(random, PEOPLE),
  good: (random) => pick(random, GOOD),
  bad: (random) => pick(random, BAD),
  thing: (random) => pick(random, THINGS),
  place: (random) => pick(random, PLACES),
  name: invented,
  number: (random) => String(2 + below(random, 38)),
  hours: (random) => String(2 + below(random, 10)),
  months: (random) => String(2 + below(random, 34)),
  rupees: (random) => `₹${((1 + below(random, 480)) * 250).toLocaleString("en-IN")}`,
};

interface Slotted {
  /** Texts and, between them, what fills the gaps. */
  texts: string[];
  fillers: ((random: Random) => string)[];
}

/** A sentence with its gaps, {like} these, found once. A gap with a capital begins a sentence. */
export function slotted(sentence: string): Slotted {
  const parts = sentence.split(/\{(\w+)\}/);
  const fillers = parts
    .filter((_, index) => index % 2 === 1)
    .map((name) => {
      const filler = FILLERS[name.toLowerCase()];
      if (!filler) throw new Error(`Nothing fills the gap {${name}}.`);
      if (name === name.toLowerCase()) return filler;
      return (random: Random) => capitalised(filler(random));
    });
  return { texts: parts.filter((_, index) => index % 2 === 0), fillers };
}

export function filled({ texts, fillers }: Slotted, random: Random): string {
  let sentence = texts[0] ?? "";
  for (const [index, filler] of fillers.entries()) sentence += filler(random) + (texts[index + 1] ?? "");
  return capitalised(sentence);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
