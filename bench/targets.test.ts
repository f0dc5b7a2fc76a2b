import { expect, test } from "vitest";
import { judge } from "./targets.ts";

test("judges a figure at its limit as met, beyond it as missed, and a missing one as not measured", () => {
  const slow = { "page 200, p50, 10k": 2, "page 200, p50, 1m": 3.1, "words, p95, 1m": 60, "canceled, 1m": 0 };
  expect(judge("queries", slow).filter(({ state }) => state !== "not measured")).toEqual([
    {
      goal: "In the database, page 200, p50 at 1 M to that at 10 k: at most 1.5 times",
      measured: "1.55 times",
      state: "missed",
    },
    { goal: "In the database, words at 1 M, p95: at most 60 ms", measured: "60 ms", state: "met" },
    { goal: "Queries canceled by the database, at 1 M: at most 0", measured: "0", state: "met" },
  ]);
  expect(judge("http", {})[0]).toMatchObject({ measured: "–", state: "not measured" });
});
