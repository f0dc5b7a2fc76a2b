import { languageOf } from "./language-of";

/** Locality and city as visitors wrote them: each is isolated, so that its direction changes nothing around it. (spec 2) */
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
