import { csv } from "~/domain/csv";
import { type CityDeposits, DEPOSIT_QUESTIONS } from "~/domain/deposits";
import { answerMix, MIN_ANSWERS_OF_PLACE } from "~/domain/home-figures";

/**
 * The answers as a table, of questions with ten answers or more. The first line is the licence: spreadsheets show it, and programs skip
 * lines that begin with #. The byte order mark marks UTF-8 for spreadsheets. (spec 10)
 */
export function depositsCsv(cities: CityDeposits[], siteUrl: string): string {
  const places = cities.flatMap(({ city, figures, localities }) => [
    { city, locality: "", figures },
    ...localities.map((place) => ({ city, ...place })),
  ]);
  const day = cities[0]?.refreshedOn;
  const licence = `# ${siteUrl}/deposits${day ? ` as of ${day}` : ""}. Licence: CC BY 4.0 https://creativecommons.org/licenses/by/4.0/`;
  const rows = places.flatMap(({ city, locality, figures }) =>
    DEPOSIT_QUESTIONS.flatMap((question) =>
      (answerMix(figures, question, MIN_ANSWERS_OF_PLACE) ?? []).map(({ key, count }) => [
        city,
        locality,
        question,
        key,
        count,
      ]),
    ),
  );
  return `\uFEFF${csv([[licence], ["city", "locality", "question", "answer", "count"], ...rows])}`;
}
