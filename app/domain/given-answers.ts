import { isKeyOf } from "./enumerations";
import { type Answers, question, QUESTION_KEYS, type QuestionKey } from "./questions";

// Separate from questions.ts, which every list of reviews loads: only the form and the browser's own storage need this.

/** Returns the valid answers among untrusted values; drops all others. Yes and no may be booleans. */
export function readAnswers(given: Readonly<Record<string, unknown>>): Answers {
  const answers: Answers = {};
  for (const key of QUESTION_KEYS) {
    const answer = typeof given[key] === "boolean" ? String(given[key]) : given[key];
    if (isKeyOf(question(key).answers, answer)) answers[key] = answer;
  }
  return answers;
}

/** Returns whether a question is asked after these answers. */
export function isAsked(key: QuestionKey, answers: Answers): boolean {
  const { follows } = question(key);
  return follows === undefined || follows.answers.includes(answers[follows.question as QuestionKey] ?? "");
}

/** Drops answers to hidden questions. The form keeps them in case the visitor changes back. */
export function askedAnswers(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([key]) => isAsked(key as QuestionKey, answers)));
}
