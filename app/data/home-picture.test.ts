import fs from "node:fs/promises";
import { beforeEach, expect, test, vi } from "vitest";
import * as drawing from "./draw-home-picture";
import { homePicture, MAX_WAITING_PICTURES } from "./home-picture";

vi.mock("./draw-home-picture");

const FACTS = { name: "Amaltas Court", place: "Pune", rating: "4.3", count: "14 reviews", fact: null };

beforeEach(() => {
  vi.spyOn(fs, "readFile").mockResolvedValue(Buffer.from("background"));
});

test("draws a picture once per text", { tags: ["10.29"] }, async () => {
  vi.mocked(drawing.drawHomePicture).mockImplementation(async ({ rating }) => Buffer.from(String(rating)));
  const [first, second] = await Promise.all([homePicture(FACTS), homePicture(FACTS)]);
  expect(await homePicture({ ...FACTS, rating: "4.4" })).toEqual(Buffer.from("4.4"));
  expect([first, second, await homePicture(FACTS)]).toEqual(Array.from({ length: 3 }, () => Buffer.from("4.3")));
  expect(drawing.drawHomePicture).toHaveBeenCalledTimes(2);
});

test("draws one picture at a time, queues some and rejects others", { tags: ["10.29"] }, async () => {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const drawn = vi.mocked(drawing.drawHomePicture).mockReset().mockReturnValue(promise);
  const pictures = Array.from({ length: 1 + MAX_WAITING_PICTURES }, (_, number) =>
    homePicture({ ...FACTS, name: `Home ${number}` }),
  );
  await vi.waitFor(() => expect(drawn).toHaveBeenCalledOnce());
  expect(await homePicture({ ...FACTS, name: "One more" })).toBe("busy");
  resolve(Buffer.from("picture"));
  expect(new Set(await Promise.all(pictures))).toEqual(new Set([Buffer.from("picture")]));
});

test("retries a failed picture", { tags: ["10.29"] }, async () => {
  const facts = { ...FACTS, name: "Lotus House" };
  vi.mocked(drawing.drawHomePicture).mockReset().mockRejectedValueOnce(new Error("timeout"));
  await expect(homePicture(facts)).rejects.toThrow("timeout");
  vi.mocked(drawing.drawHomePicture).mockResolvedValue(Buffer.from("picture"));
  expect(await homePicture(facts)).toEqual(Buffer.from("picture"));
});
