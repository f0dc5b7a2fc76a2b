/** Where a property is. What visitors wrote keeps its direction to itself. (spec 2) */
export function Place({ locality, city }: { locality: string | null; city: string }) {
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
