import { pick, type Random } from "./random.ts";

const lines = (text: string) => text.trim().split("\n");
const listed = (text: string) => text.split(",");

/**
 * The vocabulary of synthetic reviews and searches, in two scripts. Half of all texts contain the common word, one in five to ten
 * contains a given frequent word, and ten contain each rare word at every size.
 */
export const LATIN = {
  common: "water",
  commonSentences: lines(`
Water comes all day.
There is water for {digit} hours in the morning and then nothing until {day}.
The water is hard: {thing} was {bad} within {number} months.
We had to call {person} {number} times because of water from the flat above.
No water on the top floor when the pump fails, which is most of {month}.`),
  frequent: listed("deposit,owner,parking,power,lift,broker,balcony,monsoon"),
  rare: listed(
    "harmonium,helipad,aquarium,chandelier,trampoline,peacock,mongoose,observatory,gramophone,beekeeper,windmill",
  ),
  rareSentence: "There is a {rare} on the terrace that nobody had told us about.",
  sentences: lines(`
Good place, {good} people.
Not worth {rupees} a month.
Would not stay here again.
The {room} is {good} and the {room} is {bad}.
The deposit of {rupees} came back in {number} days, less {rupees} for {thing}.
Still waiting for the deposit after {number} months and {digit} reminders.
The owner, {name}, lives on the ground floor and is {good} to talk to.
The owner raised the rent by {rupees} after {number} months.
Parking is first come, first served, and there are {number} places.
Power goes for {digit} hours a day in {month}, and the inverter lasts {number} minutes.
The lift was {bad} for {digit} weeks in {month}.
The broker {name} wanted {rupees} for showing us {thing}.
The balcony looks at {place}, and {thing} is {good}.
In the monsoon the {room} is {bad}.
Mrs {name} next door was {good} to us from the first {day}.
The society charges {rupees} for moving out, which {person} did not mention.`),
};

export const DEVANAGARI = {
  common: "पानी",
  commonSentences: lines(`
पानी पूरे दिन आता है।
पानी सुबह सिर्फ {digit} घंटे आता है।
{number} दिन तक पानी का टैंकर नहीं आया।`),
  frequent: listed("मकान,किराया,बिजली,पार्किंग,रसोई"),
  rare: listed("हारमोनियम,मछलीघर,झूमर,नेवला,वेधशाला,ग्रामोफोन,पवनचक्की,दूरबीन"),
  rareSentence: "छत पर एक {rare} है जिसके बारे में किसी ने नहीं बताया।",
  sentences: lines(`
मकान अच्छा है और लोग भी।
मकान मालिक {name} से बात करना आसान है।
किराया {rupees} है, और {number} महीने बाद बढ़ गया।
बिजली दिन में {digit} बार जाती है।
पार्किंग के लिए {rupees} अलग से देने पड़ते हैं।
रसोई छोटी है पर साफ है।
जमा राशि {number} दिन बाद वापस मिली।
यहाँ से बाज़ार {number} मिनट दूर है।`),
};

export const REVIEWS_PER_RARE_WORD = 10;

/** The first ten have four fifths of all homes. */
export const CITIES = listed(
  "Bengaluru,Mumbai,Delhi,Pune,Hyderabad,Chennai,Gurugram,Noida,Kolkata,Ahmedabad,Jaipur,Thane,Navi Mumbai,Chandigarh,Indore," +
    "Lucknow,Kochi,Nagpur,Coimbatore,Bhopal,Visakhapatnam,Vadodara,Surat,Thiruvananthapuram,Bhubaneswar,Patna,Mysuru,Nashik," +
    "Dehradun,Ludhiana,Guwahati,Ranchi,Raipur,Mangaluru,Vijayawada,Madurai,Kanpur,Agra,Varanasi,Prayagraj,Kozhikode,Udaipur",
);
/** Search terms for the largest cities. */
export const CITY_SPELLINGS = listed("Bangalore,बेंगलुरु,Bengaluru,Bombay,मुंबई,Mumbai,दिल्ली,Delhi,पुणे,Pune");
export const PLACE_WORDS = listed("HSR Layout,Koramangala,Andheri,Dwarka,Nagar,Prestige,Lake,Residency");

/** The values of each placeholder, which can contain other placeholders. `name` has some 33,000 values. */
const PLACEHOLDERS = named(`
digit: 2,3,4,5,6,7,8,9
number: {digit},1{digit},2{digit}
rupees: ₹{number}00,₹{number}50,₹{number}000
start: Abhi,Adi,Aja,Ana,Asha,Ba,Chan,Dee,Dev,Esh,Gau,Gita,Hari,Indra,Jaya,Kama,Kiran,Lata,Madha,Maha,Mee,Nanda,Nee,Padma,Pra,Puru,Raja,Rama,San,Shiva,Tri,Uda,Vas,Veda,Yasho
middle: bha,cha,da,dha,ga,gha,ja,jee,ka,kha,la,le,ma,mi,na,ne,pa,pra,ra,ri,sha,shu,ta,tha,ti,va,vi,ya
end: bhai,chandra,das,deep,devi,gopal,gowda,jan,jeet,kar,kumar,lal,mani,math,mohan,nath,ndra,nesh,nka,pal,pati,pillai,ram,rao,rathi,reddy,san,shan,shekhar,singh,swamy,tesh,vati,yan
name: {start}{middle}{end}
room: bedroom,kitchen,hall,bathroom,study,drawing room,guest room,store room
day: Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday
month: January,February,March,April,May,June,July,August,September,October,November,December,Diwali,Pongal,Onam,Holi
person: the caretaker,the landlord,the agent,the manager,the plumber,the guard,the warden,the society office
good: good,kind,bright,quiet,clean,airy,spacious,helpful,polite,honest,sunny,calm,fair,prompt,friendly,safe,tidy,fresh
bad: bad,broken,damp,noisy,dirty,mouldy,rude,cracked,leaking,rusty,dark,stuffy,late,missing,loose,unsafe,blocked,flooded
thing: the geyser,the kitchen sink,the fan,the main door lock,the wardrobe,the fridge,the mattress,the exhaust,the gas pipe
place: the metro station,the bus stand,the temple,the market,the flyover,the lake,the school,the tech park,the hospital
builder: Prestige,Brigade,Godrej,Sobha,Lodha,Purva,Raheja,Hiranandani,Kalpataru,Supertech,Gaur,Casagrand,Adani,Arihant
feature: Lake,Palm,Garden,Hill,Sun,Moon,Star,Silver,Golden,Royal,Green,Blue,Crystal,Pearl,Orchid,Lotus,Jasmine,Cedar,Maple
kind: Residency,Apartments,Heights,Towers,Enclave,Court,Villas,Greens,Meadows,Gardens,Homes,Nest,Manor,Plaza,Vista,Park`);

const HOME_NAMES = lines(`
{builder} {feature} {kind}
{feature} {kind} {digit}
{name} House
Sri {name} PG for Ladies
Flat {number}0{digit}, {feature} {kind}
{name} निवास`);

const LOCALITIES = named(`
Bengaluru: HSR Layout,Koramangala,Whitefield,Indiranagar,BTM Layout,Marathahalli,Electronic City,Jayanagar,Hebbal
Mumbai: Andheri West,Bandra East,Powai,Goregaon,Malad,Borivali,Chembur,Kurla,Dadar
Delhi: Lajpat Nagar,Dwarka,Saket,Rohini,Karol Bagh,Vasant Kunj,Mukherjee Nagar,Laxmi Nagar
Pune: Kothrud,Hinjawadi,Viman Nagar,Baner,Wakad,Hadapsar,Kharadi,Aundh
Hyderabad: Gachibowli,Madhapur,Kondapur,Kukatpally,Hitec City,Banjara Hills,Miyapur,Manikonda
elsewhere: Civil Lines,MG Road,Gandhi Nagar,Model Town,Station Road,Shastri Nagar,Old City,Ring Road,Vikas Nagar,Sector {number},Sector {digit}{number}`);

function named(text: string): Record<string, string[]> {
  return Object.fromEntries(lines(text).map((line) => [line.split(": ")[0], listed(line.split(": ")[1] ?? "")]));
}

function filled(random: Random, sentence: string): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, placeholder: string) =>
    filled(random, pick(random, PLACEHOLDERS[placeholder] ?? [])),
  );
}

/** Returns a text of 20 to 1,500 characters, 130 on average. A rare word determines its script. */
export function reviewText(random: Random, rareWord?: string): string {
  const isDevanagari = rareWord ? DEVANAGARI.rare.includes(rareWord) : random() < 0.1;
  const { commonSentences, rareSentence, sentences } = isDevanagari ? DEVANAGARI : LATIN;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const wanted = Math.min(Math.max(20, 70 * Math.exp(0.85 * normal)), 1_300);
  let text = rareWord ? rareSentence.replace("{rare}", rareWord) : "";
  if (random() < 0.5) text += ` ${filled(random, pick(random, commonSentences))}`;
  while (text.length < wanted) text += ` ${filled(random, pick(random, sentences))}`;
  return text.trim();
}

export function drawHome(random: Random) {
  const isLarge = random() < 0.8;
  const city = CITIES[Math.floor(isLarge ? 10 * random() ** 1.3 : 10 + (CITIES.length - 10) * random() ** 2)] ?? "";
  const locality = filled(random, pick(random, LOCALITIES[city] ?? LOCALITIES.elsewhere ?? []));
  return { property_name: filled(random, pick(random, HOME_NAMES)), locality, city };
}
