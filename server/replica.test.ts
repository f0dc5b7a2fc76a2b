import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { DatabaseFunction } from "../app/data/database.ts";
import { type log, logError } from "./log.ts";
import { withReplica } from "./replica.ts";

vi.mock("./log.ts", () => ({ log: vi.fn<typeof log>(), logError: vi.fn<typeof logError>() }));
beforeEach(() => void vi.useFakeTimers());

test("reads from the primary while the replica is more than 30 s behind", { tags: ["11.284"] }, async () => {
  const { primary, replica, pages, advance } = await replicated();
  await advance(3_600);
  expect(await pages(), "no write in an hour").toBe("replica");
  for (const behind of [29, 31, 2]) {
    replica.heartbeat = primary.heartbeat - behind;
    await advance(2);
    expect(await pages(), `${behind} s`).toBe(behind > 30 ? "primary" : "replica");
  }
  expect(logError).toHaveBeenLastCalledWith(expect.stringContaining("it is more than 30 s behind"));
});

test("ignores a replica that has never had the primary's data", async () => {
  const { pages } = await replicated(99);
  expect(await pages()).toBe("primary");
});

test("waits a second for a replica that hangs, and not at all after a probe", { tags: ["11.284"] }, async () => {
  const { primary, replica, pages, own, advance } = await replicated();
  replica.answer = () => HANGING;
  const first = pages();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toBe("primary");
  await advance(4);
  expect(await pages()).toBe("primary");

  replica.answer = async () => "replica";
  await advance(2);
  primary.answer = () => HANGING;
  const changed = own();
  await advance(1.5);
  expect(await Promise.race([changed, "it waits"]), "the replica may lack the change").toBe("it waits");
});

test("asks the other database after a failure, except for writes, secrets and what both would refuse", async () => {
  const { primary, replica, pages, own } = await replicated();
  for (const error of [{ status: 400 }, { status: 500, code: "57014" }]) {
    replica.answer = () => Promise.reject(error);
    await expect(pages()).rejects.toBe(error);
  }
  // The replica cancels a query that blocks the primary's changes.
  replica.answer = () => Promise.reject({ status: 500, code: "40001" });
  expect([await pages(), await own()]).toEqual(["primary", "primary"]);
  const down = { status: 503 };
  [primary.answer, replica.answer] = [() => Promise.reject(down), async () => "replica"];
  expect([await pages(), await own()]).toEqual(["replica", "replica"]);
  for (const name of ["unfollow", "follows_of_link", "place_alert", "answer_place_alert", "grievance_status"] as const)
    await expect(pages(name), name).rejects.toBe(down);
});

test("pauses publishing after the second probe that the primary has missed", { tags: ["11.283"] }, async () => {
  const { backend, primary, replica, pages, advance } = await replicated();
  const isPaused = () => backend.database.isPaused?.();
  primary.answer = () => HANGING;
  replica.heartbeat -= 60;
  await advance(4);
  expect([isPaused(), await backend.ping()]).toEqual([false, { status: "degraded", replica: "ok" }]);
  await advance(2);
  expect([isPaused(), await pages()]).toEqual([true, "replica"]);
  replica.answer = () => HANGING;
  await advance(4);
  await expect(backend.ping()).rejects.toThrow("The primary does not answer. Its replica: it does not answer.");
});

const HANGING = new Promise<never>(() => {});

/** Creates a primary and a replica that answer with their names. */
async function replicated(heartbeat = 100) {
  const [primary, replica] = [stub("primary", 100), stub("replica", heartbeat)];
  const ping = async () => void (await Promise.race([primary.answer(), Promise.reject(new Error("No answer."))]));
  const alone = { embedded: null, database: primary.database, ping, stop: async () => {} };
  const backend = await withReplica(alone, replica.database);
  onTestFinished(() => void backend.stop());
  return {
    backend,
    primary,
    replica,
    pages: (name: DatabaseFunction = "review_cities") => Promise.resolve(backend.database.callReplica?.(name)),
    own: () => backend.database.call("review_cities"),
    advance: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000),
  };
}

function stub(name: string, heartbeat: number) {
  const made = { heartbeat, answer: async (): Promise<unknown> => name };
  const call = async (called: DatabaseFunction) => {
    const answer = await made.answer();
    return called === "heartbeat" ? made.heartbeat : answer;
  };
  return Object.assign(made, { database: { call, publicUrl: "", publishableKey: "" } });
}
