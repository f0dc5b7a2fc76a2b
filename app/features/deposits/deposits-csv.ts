import { csv } from "~/domain/csv";
import { type CityDeposits, DEPOSIT_QUESTIONS } from "~/domain/deposits";
import { answerMix, MIN_ANSWERS_OF_PLACE } from "~/domain/home-figures";

/**
 * Returns the figures of questions with at least ten answers as CSV. The first line is the license: spreadsheets show it, and
 * parsers skip lines that begin with #. The byte order mark makes spreadsheets read UTF-8. (spec 10)
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
