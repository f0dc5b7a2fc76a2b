/**
 * What a function of the database answers, with the names of its fields as they are above `data`. A name that counts something, such
 * as a clause or a reason, has no underscore.
 */
export function camelCased<Answer>(answer: unknown): Answer {
  if (Array.isArray(answer)) return answer.map(camelCased) as Answer;
  if (typeof answer !== "object" || answer === null) return answer as Answer;
  const fields = Object.entries(answer).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    camelCased(value),
  ]);
  return Object.fromEntries(fields) as Answer;
}
