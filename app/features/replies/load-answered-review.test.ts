import { expect, test, vi } from "vitest";
import { DatabaseFailure } from "~/data/database-failure";
import { pageBackend } from "~/data/page-backend";
import * as reviews from "~/data/reviews";
import { loadAnsweredReview } from "./load-answered-review";

vi.mock("~/data/reviews");

const BACKEND = pageBackend({ call: async () => null, publicUrl: "", publishableKey: "" });

test("a review that is not shown has no page to answer it", async () => {
  vi.mocked(reviews.reviewInContext).mockResolvedValueOnce(null);
  await expect(loadAnsweredReview("r1", BACKEND)).rejects.toMatchObject({ init: { status: 404 } });
});

test("a database that does not answer is reported to the visitor and the log, as a passing fault", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.mocked(reviews.reviewInContext).mockRejectedValueOnce(new DatabaseFailure("The database has a fault.", 500, ""));
  await expect(loadAnsweredReview("r1", BACKEND)).rejects.toMatchObject({
    data: "The database has a fault.",
    init: { status: 503 },
  });
  expect(log).toHaveBeenCalledOnce();
});
