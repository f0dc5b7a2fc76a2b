import { expect, test, vi } from "vitest";
import { answerFailures } from "./answer-failures";
import { DatabaseFailure } from "~/data/database-failure";
import { pageBackend } from "~/data/page-backend";

const BACKEND = answerFailures(pageBackend({ call: async () => null, publicUrl: "", publishableKey: "" }));

test("answers 503 for an outage, 400 for a bad cursor, and rethrows defects", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const noSuchPage = new DatabaseFailure("No such page.", 400, "PT400");
  await expect(failing(noSuchPage)).rejects.toMatchObject({ data: "No such page.", init: { status: 400 } });
  await expect(failing(new TypeError("x is undefined"))).rejects.toBeInstanceOf(TypeError);
  expect(log).not.toHaveBeenCalled();
  const outage = new DatabaseFailure("The database could not be reached.", 0, "");
  await expect(failing(outage)).rejects.toMatchObject({ data: outage.message, init: { status: 503 } });
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(outage.message));
});

function failing(error: Error) {
  return BACKEND.read(async () => {
    throw error;
  });
}
