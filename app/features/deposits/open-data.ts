import { csv } from "~/domain/csv";
import { type CityDeposits, type CityFacts, DEPOSIT_QUESTIONS, LICENSE } from "~/domain/deposits";
import type { HomeFigures } from "~/domain/home";
import { answerMix, MIN_ANSWERS_OF_PLACE, totalOf } from "~/domain/home-figures";
import { question, QUESTION_KEYS, type QuestionKey } from "~/domain/questions";

/** The columns of the files, with their descriptions. Only deposits have localities. */
const COLUMNS = {
  city: "City",
  locality: "Locality; empty for the whole city",
  question: "Key of the question",
  question_label: "Question",
  answer: "Key of the answer",
  answer_label: "Answer",
  count: "Number of tenants who gave this answer",
  of: "Number of tenants who answered the question",
};
const FILES = {
  deposits: { title: "Rental deposits in India, by city and locality", columns: Object.entries(COLUMNS) },
  facts: {
    title: "What tenants in India say about their homes, by city",
    columns: Object.entries(COLUMNS).filter(([name]) => name !== "locality"),
  },
};
export type OpenData = keyof typeof FILES;

/** Returns the answers about deposits as CSV, for questions with at least ten answers. (spec 10) */
export function depositsCsv(cities: readonly CityDeposits[]): string {
  const places = cities.flatMap(({ city, figures, localities }) => [
    { city, locality: "", figures },
    ...localities.map((place) => ({ city, ...place })),
  ]);
  return fileOf(
    "deposits",
    places.flatMap(({ city, locality, figures }) => answersOf(figures, DEPOSIT_QUESTIONS, [city, locality])),
  );
}

/** Returns the answers to all questions by city as CSV, for questions with at least ten answers. (spec 10) */
export function factsCsv(cities: readonly CityFacts[]): string {
  return fileOf(
    "facts",
    cities.flatMap(({ city, figures }) => answersOf(figures, QUESTION_KEYS, [city])),
  );
}

/** Describes a file as the W3C's "CSV on the Web" does. (spec 10) */
export function csvMetadata(file: OpenData, siteUrl: string, siteName: string): object {
  const { title, columns } = FILES[file];
  return {
    "@context": ["http://www.w3.org/ns/csvw", { "@language": "en" }],
    url: `${siteUrl}/${file}.csv`,
    "dc:title": title,
    "dc:publisher": siteName,
    "dc:license": { "@id": LICENSE },
    tableSchema: {
      columns: columns.map(([name, description]) => ({
        name,
        titles: name,
        "dc:description": description,
        datatype: name === "count" || name === "of" ? "integer" : "string",
      })),
    },
  };
}

function answersOf(figures: HomeFigures, questions: readonly QuestionKey[], place: string[]) {
  return questions.flatMap((key) => {
    const mix = answerMix(figures, key, MIN_ANSWERS_OF_PLACE) ?? [];
    return mix.map((answer) => [...place, key, labelOf(key), answer.key, answer.label, answer.count, totalOf(mix)]);
  });
}

function labelOf(key: QuestionKey): string {
  const { asks, figure } = question(key);
  if (typeof figure === "string") return figure;
  return figure ? `${figure.in}: ${asks}` : asks;
}

/** The byte order mark makes spreadsheets read UTF-8. */
function fileOf(file: OpenData, rows: (string | number)[][]): string {
  return `\uFEFF${csv([FILES[file].columns.map(([name]) => name), ...rows])}`;
}
