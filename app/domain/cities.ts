import { nameKey } from "./plain-text";

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
  const text = nameKey(name);
  const city =
    CITIES.find((listed) => nameKey(listed) === text) ??
    Object.entries(ALTERNATE_NAMES).find(([alternate]) => nameKey(alternate) === text)?.[1];
  return city === undefined || city === OTHER_CITY ? null : city;
}

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
