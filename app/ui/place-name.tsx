/** Locality and city as visitors wrote them: each is isolated, so that its direction changes nothing around it. (spec 2) */
export function PlaceName({ locality, city }: { locality: string | null; city: string }) {
  return (
    <>
      {locality && (
        <>
          <bdi>{locality}</bdi>
          {", "}
        </>
      )}
      <bdi>{city}</bdi>
    </>
  );
}
