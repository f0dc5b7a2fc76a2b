import { expect, test, vi } from "vitest";
import { pageBackend } from "~/data/page-backend";
import * as reviews from "~/data/reviews";
import { loadAnsweredReview } from "./load-answered-review";

vi.mock("~/data/reviews");

const BACKEND = pageBackend({ call: async () => null, publicUrl: "", publishableKey: "" });

test("a review that is not shown has no page to answer it", async () => {
  vi.mocked(reviews.reviewInContext).mockResolvedValueOnce(null);
  await expect(loadAnsweredReview("r1", BACKEND)).rejects.toMatchObject({ init: { status: 404 } });
});
