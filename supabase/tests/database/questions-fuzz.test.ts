import { assert, asyncProperty, constantFrom, dictionary, oneof, record, string } from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { rowToInsert } from "~/data/review-row";
import { askedAnswers, isAsked, readAnswers } from "~/domain/given-answers";
import { type Answers, question, QUESTION_KEYS, type QuestionKey } from "~/domain/questions";
import { emptySubmission, toReviewSubmission } from "~/domain/submission";
import { type Account, newAccount, owner, publish } from "./test-database.ts";

let author: Account;
beforeAll(async () => {
  author = await newAccount("author");
});

test("accepts exactly the answers that the form sends", { tags: ["10.72"] }, async () => {
  await assert(
    asyncProperty(someAnswers(), dictionary(string(), string(), { maxKeys: 1 }), async (listed, others) => {
      expect(await outcomeOf(askedAnswers(readAnswers({ ...others, ...listed })))).toBe("stored");

      const given = { ...others, ...listed };
      const isListed = Object.keys(readAnswers(given)).length === Object.keys(given).length;
      const areAsked = QUESTION_KEYS.every((key) => given[key] === undefined || isAsked(key, given));
      expect(await outcomeOf(given)).toBe(isListed && areAsked ? "stored" : "refused");
    }),
  );
});

/** Generates answers to any questions, sometimes an answer of another question. Boolean columns get no such answer. */
function someAnswers() {
  const answers = [...new Set(QUESTION_KEYS.flatMap((key) => Object.keys(question(key).answers)))];
  const chosen = (key: QuestionKey) =>
    oneof(
      { weight: 40, arbitrary: constantFrom(...Object.keys(question(key).answers)) },
      { weight: "true" in question(key).answers ? 0 : 1, arbitrary: constantFrom(...answers) },
    );
  return record(Object.fromEntries(QUESTION_KEYS.map((key) => [key, chosen(key)])), { requiredKeys: [] });
}

async function outcomeOf(answers: Answers): Promise<"stored" | "refused"> {
  const blank = toReviewSubmission(emptySubmission({ email: "", issueId: "i" }), { id: "", proofUrls: [] });
  const { answers: others, ...row } = rowToInsert({ ...blank, answers });
  const given = Object.entries(row).filter(([column]) => column in answers);
  const columns = {
    ...Object.fromEntries(given),
    ...(others !== undefined && { answers: owner.json(others as never) }),
  };
  return publish(author, columns).then(
    () => "stored",
    (error: { code?: string }) => {
      expect(error.code).toBe("PT400");
      return "refused";
    },
  );
}
