/** Where a home is. What visitors wrote keeps its direction to itself. */
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
