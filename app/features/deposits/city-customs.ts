/** Customs and law of deposits in each city, checked in November 2026. Not legal advice. */
interface CityCustom {
  city: string;
  custom: string;
  law: string;
}

export const CUSTOMS_AS_OF = "Nov 2026";

export const CITY_CUSTOMS: readonly CityCustom[] = [
  {
    city: "Ahmedabad",
    custom: "no reliable figure found",
    law: "Sources on Gujarat's stamp duty differ; see the state's portal.",
  },
  {
    city: "Bengaluru",
    custom: "5 to 10 months, softening",
    law: "Karnataka Rent Act 1999, amended 2025. On a cap, sources differ; see the state's portal.",
  },
  {
    city: "Chennai",
    custom: "3 to 6 months",
    law: "Tenancy Act of Tamil Nadu 2017, in force since 2019: agreement registered within 90 days; a cap of 3 months is reported.",
  },
  { city: "Delhi", custom: "usually 2 to 3 months", law: "Delhi Rent Control Act 1958, for low rents." },
  {
    city: "Gurugram",
    custom: "usually 2 to 3 months",
    law: "Haryana Urban (Control of Rent and Eviction) Act 1973.",
  },
  {
    city: "Hyderabad",
    custom: "usually 2 to 3 months",
    law: "Stamp duty of about 0.4 to 0.5 % of rent and deposit is reported.",
  },
  { city: "Kolkata", custom: "2 to 3 months reported", law: "West Bengal Premises Tenancy Act 1997." },
  {
    city: "Mumbai",
    custom: "2 to 6 months",
    law: "Maharashtra Rent Control Act 1999, s. 55: leave and licence registered, whatever its term.",
  },
  {
    city: "Noida",
    custom: "usually 1 to 2 months",
    law: "Tenancy Act of Uttar Pradesh 2021: a cap of 2 months for a home is reported.",
  },
  {
    city: "Pune",
    custom: "2 to 5 months",
    law: "Maharashtra Rent Control Act 1999, s. 55: leave and licence registered, whatever its term.",
  },
];
