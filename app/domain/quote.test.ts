import { expect, test } from "vitest";
import { quoteOf } from "./quote";
import { testReview } from "./test-review";

test.each([
  [
    "Good. The lift works, and the lane is quiet. The water comes twice a day, and the tank is clean.",
    "The water comes twice a day, and the tank is clean.",
  ],
  [
    "Sample: Fine. The rent of Rs. 9,000 rose twice in the first year.",
    "Sample: The rent of Rs. 9,000 rose twice in the first year.",
  ],
  [
    "ठीक है। पानी दिन में दो बार आता है, और टंकी हर महीने साफ होती है। शोर।",
    "पानी दिन में दो बार आता है, और टंकी हर महीने साफ होती है।",
  ],
  [
    "Two lines\nThe caretaker comes on the same day if a tap drips",
    "The caretaker comes on the same day if a tap drips",
  ],
])("quotes one whole sentence of “%s”", { tags: ["10.540"] }, (comment, text) => {
  const home = { propertyId: "p1", propertyName: "Lakeview Residency", locality: "Indiranagar", city: "Bengaluru" };
  expect(quoteOf([testReview({ comment })])).toEqual({ text, id: "r1", ...home });
});

test(
  "quotes the next review if one is reported, empty or has no sentence of a readable length",
  { tags: ["10.540"] },
  () => {
    const sentence = "The water comes twice a day, and the tank is clean.";
    const passed = ["", "Good.", `${"Very ".repeat(40)}noisy.`].map((comment) => testReview({ comment }));
    const reported = testReview({ reported: true, comment: sentence });
    expect(quoteOf([...passed, reported])).toBeNull();
    expect(quoteOf([...passed, reported, testReview({ id: "r9", comment: sentence })])?.id).toBe("r9");
  },
);
