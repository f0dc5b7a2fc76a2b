import { below, pick, type Random, weightedPicker } from "./random.ts";
import { invented } from "./words.ts";

/** A property as reviews name it. */
export interface Home {
  name: string;
  locality: string;
  city: string;
}

/** The largest property has three in a hundred of all reviews: 30,000 of a million. */
const LARGEST_SHARE = 0.03;

/**
 * How many reviews each property has: the one at place n an nth part of what the largest has, and below three reviews as
 * many properties with one or two as it takes. Of a million reviews about a third are in the large ones.
 */
export function homeSizes(reviewCount: number): number[] {
  const sizes: number[] = [];
  let left = reviewCount;
  for (let place = 1; left > 0; place += 1) {
    const size = Math.floor((reviewCount * LARGEST_SHARE) / place);
    if (size < 3) break;
    sizes.push(Math.min(size, left));
    left -= size;
  }
  while (left > 0) {
    const size = Math.min(left, sizes.length % 3 === 0 ? 2 : 1);
    sizes.push(size);
    left -= size;
  }
  return sizes;
}

/** Cities by how much is rented there: the large ones as in the market, the others all together a fifth. */
const LARGE_CITIES = [
  ["Bengaluru", 14],
  ["Mumbai", 12],
  ["Delhi", 10],
  ["Pune", 9],
  ["Hyderabad", 9],
  ["Chennai", 8],
  ["Gurugram", 5],
  ["Noida", 5],
  ["Kolkata", 5],
  ["Ahmedabad", 3],
] as const;

/** The larger ones first: the one at place n has an nth part of what the first has. Names as in app/domain/cities.ts. */
const OTHER_CITIES = (
  "Thane,Navi Mumbai,Jaipur,Lucknow,Indore,Kochi,Chandigarh,Coimbatore,Nagpur,Ghaziabad,Greater Noida,Faridabad,Bhopal," +
  "Visakhapatnam,Vadodara,Surat,Thiruvananthapuram,Bhubaneswar,Patna,Mysuru,Nashik,Dehradun,Ludhiana,Guwahati,Ranchi,Raipur," +
  "Mangaluru,Vijayawada,Madurai,Kanpur,Agra,Varanasi,Prayagraj,Rajkot,Mohali,Kozhikode,Tiruchirappalli,Hubballi,Jodhpur,Udaipur," +
  "Meerut,Gwalior,Jabalpur,Amritsar,Jalandhar,Kota,Vellore,Salem,Thrissur,Puducherry,Panaji,Gandhinagar,Jamshedpur,Dhanbad," +
  "Cuttack,Siliguri,Howrah,Durgapur,Aligarh,Bareilly,Gorakhpur,Jhansi,Mathura,Haridwar,Panchkula,Patiala,Jammu,Srinagar,Shimla," +
  "Kolhapur,Amravati,Chhatrapati Sambhajinagar,Belagavi,Davanagere,Kalaburagi,Udupi,Kannur,Kollam,Kottayam,Tirupati,Guntur,Nellore," +
  "Kakinada,Erode,Jamnagar,Bhavnagar,Anand,Ajmer,Bikaner,Bhilai,Rourkela,Asansol,Gaya,Agartala,Aizawl,Imphal,Kohima,Shillong," +
  "Gangtok,Itanagar"
).split(",");

const OTHERS_WEIGHT = 20;
const others = OTHER_CITIES.map((city, index) => [city, 1 / (index + 1)] as const);
const othersTotal = others.reduce((total, [, weight]) => total + weight, 0);

const pickCity = weightedPicker<string>([
  ...LARGE_CITIES,
  ...others.map(([city, weight]) => [city, (weight * OTHERS_WEIGHT) / othersTotal] as const),
]);

/** Cities from the most reviewed down. */
export const CITIES: readonly string[] = [...LARGE_CITIES.map(([city]) => city), ...OTHER_CITIES];

const LOCALITIES: Record<string, string> = {
  Bengaluru:
    "HSR Layout,Koramangala,Whitefield,Indiranagar,BTM Layout,Marathahalli,Electronic City,Jayanagar,Hebbal,Bellandur,Sarjapur Road,JP Nagar,Yelahanka,Malleswaram",
  Mumbai:
    "Andheri West,Bandra East,Powai,Goregaon,Malad,Borivali,Chembur,Kurla,Dadar,Kandivali,Vikhroli,Ghatkopar,Jogeshwari,Mulund",
  Delhi:
    "Lajpat Nagar,Dwarka,Saket,Rohini,Karol Bagh,Vasant Kunj,Mukherjee Nagar,Laxmi Nagar,Pitampura,Janakpuri,Malviya Nagar,Mayur Vihar,Hauz Khas",
  Pune: "Kothrud,Hinjawadi,Viman Nagar,Baner,Wakad,Hadapsar,Kharadi,Aundh,Magarpatta,Pimple Saudagar,Karve Nagar,Undri",
  Hyderabad:
    "Gachibowli,Madhapur,Kondapur,Kukatpally,Hitec City,Banjara Hills,Miyapur,Manikonda,Ameerpet,Begumpet,Uppal,Nallagandla",
  Chennai:
    "Velachery,Adyar,Anna Nagar,T Nagar,Porur,Sholinganallur,Tambaram,Perungudi,Mylapore,Thoraipakkam,Medavakkam,Guindy",
  Gurugram: "DLF Phase 1,DLF Phase 3,Sohna Road,Golf Course Road,Palam Vihar,Sushant Lok,Sikanderpur,Udyog Vihar",
  Kolkata: "Salt Lake,New Town,Behala,Ballygunge,Garia,Dum Dum,Tollygunge,Jadavpur,Rajarhat,Kasba",
  Ahmedabad: "Navrangpura,Satellite,Bopal,Vastrapur,Maninagar,Prahlad Nagar,Thaltej,Gota,Chandkheda",
};
const ANYWHERE =
  "Civil Lines,MG Road,Gandhi Nagar,Model Town,Station Road,Shastri Nagar,Nehru Nagar,Old City,Cantonment,Ring Road,Lake Town,Vikas Nagar,Rajendra Nagar,Ashok Nagar,Subhash Nagar,Industrial Area,University Road,Temple Street,Green Park,Shanti Nagar".split(
    ",",
  );
const localitiesOf = new Map(Object.entries(LOCALITIES).map(([city, names]) => [city, names.split(",")]));

const BUILDERS =
  "Prestige,Brigade,Godrej,Sobha,Lodha,Purva,Mantri,Raheja,Hiranandani,Kalpataru,Rustomjee,Shapoorji,Supertech,Gaur,Ansal,Salarpuria,Vaswani,Nitesh,Kolte,Amanora,Casagrand,Adani,Arihant,Jaypee".split(
    ",",
  );
const FEATURES =
  "Lake,Palm,Garden,Hill,Sun,Moon,Star,Silver,Golden,Royal,Green,Blue,Crystal,Pearl,Emerald,Orchid,Lotus,Jasmine,Cedar,Maple,Mango,Neem,Gulmohar,Amaltas,Ashoka,Tulip,Spring,River,Ocean,Sky".split(
    ",",
  );
const KINDS =
  "Residency,Apartments,Heights,Towers,Enclave,Court,Villas,Greens,Meadows,Gardens,Homes,Nest,Manor,Plaza,Arcade,Paradise,Retreat,Vista,Springs,Park,Woods,Castle,Square,Haven".split(
    ",",
  );
const FAMILY_KINDS = "House,Nivas,Bhavan,Kunj,Villa,Sadan,Niwas,Cottage,Mansion,Residency,Complex".split(",");
const HOSTELS =
  "PG for Gents,PG for Ladies,Ladies Hostel,Boys Hostel,Co-living,Luxury PG,Executive PG,Working Women's Hostel".split(
    ",",
  );

/** Makes properties that differ from one another, as the database tells them apart: ignoring case. */
export function homeMaker(random: Random): () => Home {
  const known = new Set<string>();
  return () => {
    for (;;) {
      const city = pickCity(random);
      const home = { name: homeName(random), locality: localityIn(city, random), city };
      const key = `${home.name}\n${home.locality}\n${city}`.toLowerCase();
      if (known.has(key)) continue;
      known.add(key);
      return home;
    }
  };
}

function homeName(random: Random): string {
  const kind = random();
  if (kind < 0.25) return `${pick(random, BUILDERS)} ${pick(random, FEATURES)} ${pick(random, KINDS)}`;
  if (kind < 0.45) return `${pick(random, FEATURES)} ${pick(random, KINDS)} ${1 + below(random, 9)}`;
  if (kind < 0.7) return `${invented(random)} ${pick(random, FAMILY_KINDS)}`;
  if (kind < 0.85) return `Sri ${invented(random)} ${pick(random, HOSTELS)}`;
  const flat = `${1 + below(random, 14)}0${1 + below(random, 8)}`;
  return `${pick(random, ["Flat", "Unit", "House No."])} ${flat}, ${pick(random, FEATURES)} ${pick(random, KINDS)}`;
}

function localityIn(city: string, random: Random): string {
  if (city === "Noida" || city === "Chandigarh" || random() < 0.1) return `Sector ${1 + below(random, 150)}`;
  return pick(random, (random() < 0.85 ? localitiesOf.get(city) : undefined) ?? ANYWHERE);
}
