import { languageOf } from "./language-of";

/** Locality and city as visitors wrote them. `bdi` isolates their direction from the text around them. (spec 2) */
export function PlaceName({ locality, city }: { locality: string | null; city: string }) {
  return (
    <>
      {locality && (
        <>
          <bdi lang={languageOf(locality)}>{locality}</bdi>
          {", "}
        </>
      )}
      <bdi lang={languageOf(city)}>{city}</bdi>
    </>
  );
}
