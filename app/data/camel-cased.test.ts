import { expect, test } from "vitest";
import { camelCased } from "./camel-cased";

test("fields are named as above data, however deep they lie, and values stay as they are", () => {
  const answer = {
    next: null,
    worker_at: "a_b",
    items: [{ due_at: 1, hidden_by_clause: { "2.1": 3, "private-data": 4 } }],
  };
  expect(camelCased(answer)).toEqual({
    next: null,
    workerAt: "a_b",
    items: [{ dueAt: 1, hiddenByClause: { "2.1": 3, "private-data": 4 } }],
  });
});
