import { expect, test } from "vitest";
import { createUploadPlaces } from "./photo-upload.ts";

test("ten uploads of an account and 32 of all are under way at a time, and one that ends makes room", () => {
  const enter = createUploadPlaces();
  const ends = Array.from({ length: 10 }, () => enter("asha"));
  expect(() => enter("asha")).toThrow("Many photos are arriving just now.");
  for (let account = 0; account < 22; account += 1) ends.push(enter(`account ${account}`));
  expect(() => enter("ravi")).toThrow("Many photos are arriving just now.");
  for (const end of ends) end();
  for (let upload = 0; upload < 10; upload += 1) enter("asha");
  expect(() => enter("asha")).toThrow("Many photos are arriving just now.");
});
