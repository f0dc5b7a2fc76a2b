import { lowerCase, nameKey } from "./plain-text";

/** The last entry of the list. It names no city: choosing it asks for the city's name. (spec 2) */
export const OTHER_CITY = "Other";

const LISTED = [
  "Agartala",
  "Agra",
  "Ahmedabad",
  "Aizawl",
  "Ajmer",
  "Aligarh",
  "Amravati",
  "Amritsar",
  "Anand",
  "Asansol",
  "Bareilly",
  "Belagavi",
  "Bengaluru",
  "Bhavnagar",
  "Bhilai",
  "Bhopal",
  "Bhubaneswar",
  "Bikaner",
  "Chandigarh",
  "Chennai",
  "Chhatrapati Sambhajinagar",
  "Coimbatore",
  "Cuttack",
  "Davanagere",
  "Dehradun",
  "Delhi",
  "Dhanbad",
  "Durgapur",
  "Erode",
  "Faridabad",
  "Gandhinagar",
  "Gangtok",
  "Gaya",
  "Ghaziabad",
  "Gorakhpur",
  "Greater Noida",
  "Guntur",
  "Gurugram",
  "Guwahati",
  "Gwalior",
  "Haridwar",
  "Howrah",
  "Hubballi",
  "Hyderabad",
  "Imphal",
  "Indore",
  "Itanagar",
  "Jabalpur",
  "Jaipur",
  "Jalandhar",
  "Jammu",
  "Jamnagar",
  "Jamshedpur",
  "Jhansi",
  "Jodhpur",
  "Kakinada",
  "Kalaburagi",
  "Kannur",
  "Kanpur",
  "Kochi",
  "Kohima",
  "Kolhapur",
  "Kolkata",
  "Kollam",
  "Kota",
  "Kottayam",
  "Kozhikode",
  "Lucknow",
  "Ludhiana",
  "Madurai",
  "Mangaluru",
  "Mathura",
  "Meerut",
  "Mohali",
  "Mumbai",
  "Mysuru",
  "Nagpur",
  "Nashik",
  "Navi Mumbai",
  "Nellore",
  "Noida",
  "Panaji",
  "Panchkula",
  "Patiala",
  "Patna",
  "Prayagraj",
  "Puducherry",
  "Pune",
  "Raipur",
  "Rajkot",
  "Ranchi",
  "Rourkela",
  "Salem",
  "Shillong",
  "Shimla",
  "Siliguri",
  "Srinagar",
  "Surat",
  "Thane",
  "Thiruvananthapuram",
  "Thrissur",
  "Tiruchirappalli",
  "Tirupati",
  "Udaipur",
  "Udupi",
  "Vadodara",
  "Varanasi",
  "Vellore",
  "Vijayawada",
  "Visakhapatnam",
  OTHER_CITY,
] as const;

/** What the city field offers: Indian cities in their current official spelling, and Other. (spec 2) */
export const CITIES: readonly string[] = LISTED;

/** Names people still type, and the listed city each stands for. Must match private.city_aliases in the database. (spec 2) */
export const ALTERNATE_NAMES: Readonly<Record<string, (typeof LISTED)[number]>> = {
  Allahabad: "Prayagraj",
  Amdavad: "Ahmedabad",
  // Another Aurangabad lies in Bihar: the bare name finds this city but is not taken for it.
  "Aurangabad, Maharashtra": "Chhatrapati Sambhajinagar",
  Bangalore: "Bengaluru",
  Banaras: "Varanasi",
  Baroda: "Vadodara",
  Belgaum: "Belagavi",
  Benares: "Varanasi",
  Bhubaneshwar: "Bhubaneswar",
  Bombay: "Mumbai",
  Calcutta: "Kolkata",
  Calicut: "Kozhikode",
  Cannanore: "Kannur",
  Cochin: "Kochi",
  Davangere: "Davanagere",
  Ernakulam: "Kochi",
  Gauhati: "Guwahati",
  Gulbarga: "Kalaburagi",
  Gurgaon: "Gurugram",
  Hubli: "Hubballi",
  Madras: "Chennai",
  Mangalore: "Mangaluru",
  Mysore: "Mysuru",
  Nasik: "Nashik",
  "New Delhi": "Delhi",
  Panjim: "Panaji",
  Pondicherry: "Puducherry",
  Poona: "Pune",
  Quilon: "Kollam",
  "Sahibzada Ajit Singh Nagar": "Mohali",
  Simla: "Shimla",
  Trichur: "Thrissur",
  Trichy: "Tiruchirappalli",
  Trivandrum: "Thiruvananthapuram",
  Vishakhapatnam: "Visakhapatnam",
  Vizag: "Visakhapatnam",
};

/** The listed spelling of a city, found by that or by an older name in any case; null for Other and unlisted names. (spec 2) */
export function listedCity(name: string): string | null {
  const city = BY_KEY.get(nameKey(name));
  return city === undefined || city === OTHER_CITY ? null : city;
}

const BY_KEY: ReadonlyMap<string, string> = new Map(
  [...Object.entries<string>(ALTERNATE_NAMES), ...CITIES.map((city) => [city, city] as const)].map(([name, city]) => [
    nameKey(name),
    city,
  ]),
);

/** Whether a name is that of a listed city, so that nothing more has to be asked. Other is not: it names no city. (spec 2) */
export function isListedCity(name: string): boolean {
  return listedCity(name) !== null;
}

/** The entries of the list with the text anywhere in their name or in an older name of theirs, ignoring case. (spec 2) */
export function searchCities(text: string): string[] {
  const wanted = nameKey(text);
  const found = new Set(
    Object.entries<string>(ALTERNATE_NAMES)
      .filter(([alternate]) => nameKey(alternate).includes(wanted))
      .map(([, city]) => city),
  );
  return CITIES.filter((city) => found.has(city) || nameKey(city).includes(wanted));
}

/** Every name of the cities that have several, in lower case, the longest first. */
const NAMES = Object.entries<string>({
  ...ALTERNATE_NAMES,
  ...Object.fromEntries(Object.values(ALTERNATE_NAMES).map((city) => [city, city])),
})
  .map(([name, city]) => ({ name: lowerCase(name), city }))
  .sort((a, b) => b.name.length - a.name.length || (a.name < b.name ? -1 : 1));

/**
 * The ways to spell a search in lower case, one for each name of the city in it: what is looked for in Bangalore is
 * looked for in Bengaluru, too. Must match private.search_patterns in the database. (spec 2)
 */
export function searchSpellings(search: string): string[] {
  const text = lowerCase(search);
  const words = ` ${wordsOf(text)} `;
  const named = NAMES.find(({ name }) => words.includes(` ${wordsOf(name)} `));
  if (!named) return [text];
  const inText = new RegExp(`(?<![\\p{Alphabetic}0-9_])${named.name}(?![\\p{Alphabetic}0-9_])`, "gu");
  const others = NAMES.filter(({ city }) => city === named.city);
  const spellings = [...new Set([text, ...others.map(({ name }) => text.replace(inText, name))])];
  // "new delhi" is found wherever "delhi" is.
  return spellings.filter((spelling) => !spellings.some((part) => part !== spelling && spelling.includes(part)));
}

function wordsOf(text: string): string {
  return text.replace(/[^\p{Alphabetic}0-9]+/gu, " ").trim();
}
