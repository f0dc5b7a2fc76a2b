// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { depositSentence } from "~/domain/deposit-sentence";
import {
  answerInWords,
  type Answers,
  type Question,
  question,
  QUESTION_KEYS,
  type QuestionKey,
} from "~/domain/questions";
import type { SubmissionForm } from "~/domain/submission";
import { testHome } from "~/domain/test-home";
import { testReview } from "~/domain/test-review";
import { DeskItem } from "~/features/desk/desk-item";
import { Figures } from "~/features/homes/home-figures";
import { ReviewCard } from "~/features/reviews/review-card";
import { QuestionFields } from "~/features/submit-review/question-fields";
import { renderPart } from "~/ui/test-page";

/** Where the page of a home shows the answers to a question that has no bars. */
const WITHOUT_BARS: Partial<Record<QuestionKey, "who has lived here" | "not shown">> = {
  property_type: "who has lived here",
  move_out_intent: "not shown",
  how_issues_reported: "not shown",
};

// supabase/tests/database/reviews.test.ts tests that each answer is stored.
test.each(QUESTION_KEYS)("asks, shows and counts %s", (key) => {
  const { asks, answers, figure, follows, saysNothing = [] } = question(key);
  const first: Answers = follows ? { [follows.question]: follows.answers[0] } : {};
  for (const [answer, label] of Object.entries(answers)) {
    const change = answerInForm(question(key), first, label);
    expect(change).toHaveBeenCalledExactlyOnceWith({ answers: { ...first, [key]: answer } });

    const words = answerInWords(key, answer);
    const isSilent = saysNothing.includes(answer);
    expect(words === null).toBe(isSilent);
    const expected = words?.label === undefined ? (words?.text ?? label) : `${words.label}: ${words.text}`;
    expect(shownAtDesk({ [key]: answer }).includes(expected)).toBe(!isSilent);
    const sentence = depositSentence({ [key]: answer });
    const inList = `${words?.label ?? asks} ${words?.text ?? label}`;
    const card = shownOnCard({ [key]: answer });
    const onCard = sentence ? [sentence.asked + sentence.outcome] : [expected, inList];
    expect(onCard.some((text) => card.includes(text))).toBe(!isSilent);

    const figures = shownFigures({ [`${key}:${answer}`]: 3 });
    const place = { "who has lived here": `${label} (3)`, "not shown": "" };
    const counted =
      figure === null
        ? place[WITHOUT_BARS[key] ?? "not shown"]
        : typeof figure === "string"
          ? `${figure}${label}: 3 of 3`
          : `${figure.in}${asks}: ${answer === figure.of ? 3 : 0} of 3`;
    expect(figures.includes(counted)).toBe(figure === null || !isSilent);
  }
  expect(figure === null, `${asks} has bars, or a reason for none`).toBe(key in WITHOUT_BARS);
});

test.each(QUESTION_KEYS.filter((key) => question(key).follows))(
  "asks %s only after an answer to another question",
  { tags: ["10.72"] },
  (key) => {
    expect(shown(<QuestionFields section={question(key).section} answers={{}} change={() => {}} />)).not.toContain(
      question(key).asks,
    );
  },
);

function answerInForm({ section, asks, control }: Question, given: Answers, label: string) {
  const change = vi.fn<(changes: Partial<SubmissionForm>) => void>();
  shown(<QuestionFields section={section} answers={given} change={change} />);
  if (control !== "select") {
    fireEvent.click(within(screen.getByRole("radiogroup", { name: asks })).getByLabelText(label));
  } else {
    const select = screen.getByRole("combobox", { name: asks });
    const { value } = within(select).getByRole<HTMLOptionElement>("option", { name: label });
    fireEvent.change(select, { target: { value } });
  }
  return change;
}

function shownOnCard(answers: Answers): string {
  return shown(<ReviewCard review={testReview({ answers })} />);
}

function shownAtDesk(answers: Answers): string {
  const review = { ...testReview({ answers }), home: { count: 1, totalRating: 4 }, isCounted: true };
  const item = {
    kind: "hidden" as const,
    id: "r1",
    dueAt: null,
    isReviewShown: false,
    reply: null,
    grievance: null,
    burst: null,
    town: null,
    review,
  };
  return shown(
    <DeskItem item={{ ...item, reasons: [], reports: [], history: [] }} now={0} onChoose={() => undefined} />,
  );
}

function shownFigures(figures: Record<string, number>): string {
  const home = testHome({ figures: { "rating:4": 3, ...figures } });
  return shown(<Figures figures={home.figures} />);
}

function shown(page: React.ReactNode): string {
  cleanup();
  return renderPart(page).container.textContent;
}
