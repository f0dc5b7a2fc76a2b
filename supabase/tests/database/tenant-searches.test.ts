import { beforeAll, expect, test } from "vitest";
import { call, type Page, seed } from "./test-database.ts";

// Searches as tenants of five kinds type them, on the samples. A third names places or homes without a review.

interface Answer extends Page {
  place?: { city: string; locality: string | null };
  nearby?: { locality: string; city: string }[];
}

beforeAll(async () => {
  await seed();
  await call("service_role", "operator_refresh_places");
});

const HOMES: [search: string, first: string][] = [
  // A student who looks for a PG
  ["ladies pg in btm layout with food", "Parijata PG for Women, BTM Layout"],
  ["boys pg marathahalli", "Tulasi Gents PG, Marathahalli"],
  ["pg for girls viman nagar near symbiosis", "Vanrai Hostel, Viman Nagar"],
  ["mukherjee nagar upsc hostel with mess", "Pilkhan Hostel, Mukherjee Nagar"],
  ["jadavpur university mess under 5000", "Shimul Mess, Jadavpur"],
  ["single room pg gurgaon sector 45", "Sheesham PG, Sector 45"],
  ["girls hostel near hitech city hyderabad food included", "Regu Ladies Hostel, Madhapur"],
  ["pg without curfew bangalore", "Tulasi Gents PG, Marathahalli"],
  ["2 sharing pg indiranagar", "Kurinji Nest, Indiranagar"],
  ["pg in andheri east 10k", "Suvarna PG, Andheri East"],
  // A worker with a budget
  ["2bhk hsr layout under 35k", "Amaltas Court, HSR Layout"],
  ["2 bhk ahmedabad near iim under 20k no brokerage", "Rayan Residency, Satellite"],
  ["flat for bachelors kondapur no brokerage", "Tangedu Residency, Kondapur"],
  ["1bhk pune below 15000", "Palash Heights, Wakad"],
  ["koramangala 2bhk unmarried couple allowed", "Sampige Residency, Koramangala"],
  ["gachibowli 2 bhk full power backup fiber internet", "Deccan Pearl Residency, Gachibowli"],
  ["baner 2bhk 30k", "Tamhini View, Baner"],
  ["sector 62 noida 2bhk near metro", "Aravali Shade, Sector 62"],
  ["velachery flat below 25k bachelor", "Punnai Apartments, Velachery"],
  ["apartment with gym and swimming pool hyderabad", "Deccan Pearl Residency, Gachibowli"],
  // A family
  ["gulmohar teras kothrud", "Gulmohar Terrace, Kothrud"],
  ["pure veg society satellite ahmedabad", "Rayan Residency, Satellite"],
  ["400076 2bhk family", "Sagargota Apartments, Powai"],
  ["3 bhk independent house lajpat nagar", "Shahtoot House, Lajpat Nagar"],
  ["villa in vasant kunj with garden & parking", "Kachnar Villa, Vasant Kunj"],
  ["wakad society with school bus, car parking", "Palash Heights, Wakad"],
  ["saltlake house for family kolkata", "Shiuli Bari, Salt Lake"],
  ["700156", "Radhachura Apartments, New Town"],
  ["anna nagar veg family house opposite park", "Poonga Illam, Anna Nagar"],
  ["pet friendly independent house bandra", "Old Banyan House, Bandra West"],
  ["hiranandani gardens powai 2bhk", "Sagargota Apartments, Powai"],
  // A tenant who types another language than English
  ["pani ki problem wakad", "Palash Heights, Wakad"],
  ["makan malik deposit wapas nahi diya delhi", "Rohida Floors, Malviya Nagar"],
  ["कोथरूड मध्ये भाड्याने घर", "Gulmohar Terrace, Kothrud"],
  ["velachery la thanni prachanai", "Punnai Apartments, Velachery"],
  ["அடையாறு வாடகை வீடு", "Kadal Kattru Flats, Adyar"],
  ["koramangala neeru barutta", "Sampige Residency, Koramangala"],
  ["madhapur lo ladies hostel bhojanam baguntunda", "Regu Ladies Hostel, Madhapur"],
  ["గచ్చిబౌలి నీళ్ళ సమస్య", "Deccan Pearl Residency, Gachibowli"],
  ["calcutta jadavpur e chhele der mess bari", "Shimul Mess, Jadavpur"],
  ["ಜಯನಗರ ಬಾಡಿಗೆ ಮನೆ", "Sevanthi House, Jayanagar"],
  // A visitor who checks one home on a phone
  ["hsrlayout", "Amaltas Court, HSR Layout"],
  ["amaltas cort", "Amaltas Court, HSR Layout"],
  ["koramangala6thblock", "Sampige Residency, Koramangala"],
  ["gurgaon sector", "Cyber Meadows, Sector 45"],
  ["palash hieghts wakad reviews", "Palash Heights, Wakad"],
  ["is tangedu residency good??", "Tangedu Residency, Kondapur"],
  ["parijatha pg.btm", "Parijata PG for Women, BTM Layout"],
  ["samudrachaya andheri(w)", "Samudra Chhaya, Andheri West"],
  ["bombay bandra,old baniyan hse", "Old Banyan House, Bandra West"],
  ["adayar kadalkatru flat owner kaise hai", "Kadal Kattru Flats, Adyar"],
  ["semal tower noida sec62 review pls", "Semal Towers, Sector 62"],
  ["my home bhooja hyd", "Deccan Pearl Residency, Gachibowli"],
];

test.for(HOMES)("finds for %s first %s", { tags: ["10.431"] }, async ([search, first]) => {
  const [home] = (await browse(search)).groups;
  expect(home && `${home.propertyName}, ${home.locality}`).toBe(first);
});

/** The place, and the nearest locality with homes; "" without one. */
const WAYS_ON: [search: string, place: string, nearest: string][] = [
  ["pg near christ university", "", ""],
  ["hinjewadi phase 1 boys pg", "Hinjewadi Phase 1 Pune", "Wakad"],
  ["kota hostel near allen", "Kota", ""],
  ["girls pg kamla nagar north campus du", "Kamla Nagar Delhi", "Mukherjee Nagar"],
  ["electronic city phase 1 gents pg", "Electronic City Phase 1 Bengaluru", "HSR Layout"],
  ["pg near vit vellore", "Vellore", ""],
  ["2bhk whitefield near itpl 25k no brokerage", "Whitefield Bengaluru", "Marathahalli"],
  ["3bhk sarjapur road gated society with gym", "Sarjapur Road Bengaluru", "HSR Layout"],
  ["omr sholinganallur 1bhk 15k", "OMR Chennai", "Velachery"],
  ["kharadi eon it park flat bachelors allowed", "Kharadi Pune", "Viman Nagar"],
  ["kukatpally 2bhk 18k", "Kukatpally Hyderabad", "Madhapur"],
  ["flat near manyata tech park", "Manyata Tech Park Bengaluru", "Indiranagar"],
  ["prestige shantiniketan whitefield 3bhk", "Whitefield Bengaluru", "Marathahalli"],
  ["brigade gateway malleshwaram", "Malleshwaram Bengaluru", "Indiranagar"],
  ["dwarka sector 10 society near school", "Dwarka Sector 10 Delhi", "Vasant Kunj"],
  ["400601 thane west 2bhk family parking", "Thane West Thane", "Powai"],
  ["201014 indirapuram 3bhk", "Indirapuram Ghaziabad", "Sector 62"],
  ["সল্টলেকে বাড়ি ভাড়া", "", ""],
  ["poona hadapsar madhe 1bhk bhadyane", "Hadapsar Pune", "Viman Nagar"],
  ["allahabad me kamra kiraye par", "Prayagraj", ""],
  ["tambaram la veedu vadagaikku", "Tambaram Chennai", "Velachery"],
  ["rajajinagar alli mane badige", "Rajajinagar Bengaluru", "Jayanagar"],
  ["bezawada lo illu addeku", "Vijayawada", ""],
  ["sobha dream acres panathur is it good", "Panathur Bengaluru", "Marathahalli"],
  ["gurgaon sector56 dlf", "Sector 56 Gurugram", "Sector 45"],
  ["malviya nagar jaipur flat reviews", "Malviya Nagar Jaipur", ""],
  ["landlord mr reddy jp nagar 7th phase", "JP Nagar 7th Phase Bengaluru", "BTM Layout"],
];

test.for(WAYS_ON)(
  "finds nothing for %s and leads to %s and %s",
  { tags: ["10.430"] },
  async ([search, place, nearest]) => {
    const answer = await browse(search);
    expect(answer.groups).toEqual([]);
    expect([answer.place?.locality, answer.place?.city].filter(Boolean).join(" ")).toBe(place);
    expect(answer.nearby?.[0]?.locality ?? "").toBe(nearest);
  },
);

async function browse(search: string): Promise<Answer> {
  return (await call("anon", "browse_properties", { search })) as Answer;
}
