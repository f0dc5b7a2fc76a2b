import { beforeEach, expect, test } from "vitest";
import { call, newAccount, owner, publish, sweep, upload } from "./test-database.ts";
import { uniqueName } from "../unique-name.ts";

// A test cannot change the clock of PostgreSQL. These tests move the recorded times of sweeps in the other direction.

let withdrawn = "";
let orphan = "";

beforeEach(async () => {
  await owner`truncate private.sweep_clock`;
  const author = await newAccount("author");
  withdrawn = await publish(author, { property_name: uniqueName("Old") });
  await call(author, "withdraw_my_review", { review_id: withdrawn });
  await owner`update private.withdrawn_reviews set withdrawn_on = withdrawn_on - 30 where review_id = ${withdrawn}`;
  orphan = (await upload(author)).replace(/^.*review-proofs\//, "");
  await owner`update storage.objects set created_at = now() - interval '26 hours' where name = ${orphan}`;
});

test("deletes by age if the clock moves by less than a day between sweeps", { tags: ["11.58"] }, async () => {
  await sweep();
  for (const step of ["23 hours", "-20 hours"]) {
    await moveClock(step);
    expect(await sweep()).toMatchObject({ withdrawn: expect.any(Number) });
    expect(await isWaiting()).toBe(false);
  }
  expect(await isWithdrawnLeft()).toBe(false);
  expect(await orphans()).toContain(orphan);
});

test.for(["40 days", "-3 days"])("pauses deletion for a day after a jump of %s", { tags: ["11.58"] }, async (jump) => {
  await startSweeping();
  await moveClock(jump);
  expect([await isWaiting(), await orphans()], "before the first sweep").toEqual([true, []]);
  expect(await sweep()).toEqual({
    clock_jump: expect.stringMatching(
      /^The clock is more than a day from the last sweep: .+ If the clock is right: npm run admin -- sweep --clock-is-right$/,
    ),
  });
  await moveClock("23 hours");
  await sweep();
  expect([await isWaiting(), await orphans(), await isWithdrawnLeft()]).toEqual([true, [], true]);
  await moveClock("61 minutes");
  await sweep();
  expect([await isWaiting(), await isWithdrawnLeft()]).toEqual([false, false]);
  expect(await orphans()).toContain(orphan);
});

test("ends the pause only once the clock is back", { tags: ["11.58"] }, async () => {
  await startSweeping();
  for (const jump of ["40 days", "30 hours"]) {
    await moveClock(jump);
    await sweep();
    expect([await isWaiting(), await isWithdrawnLeft()]).toEqual([true, true]);
  }
  await moveClock("-41 days");
  await sweep();
  expect([await isWaiting(), await isWithdrawnLeft()]).toEqual([false, false]);
});

test("ends the pause when an operator confirms the clock", { tags: ["11.58"] }, async () => {
  await startSweeping();
  await moveClock("3 days");
  await sweep();
  await call("service_role", "operator_confirm_clock", { operator: "asha" });
  await sweep();
  expect([await isWaiting(), await isWithdrawnLeft()]).toEqual([false, false]);
  const [entry] = await owner`select command, operator from private.audit_log order by id desc limit 1`;
  expect(entry).toEqual({ command: "confirm-clock", operator: "asha" });
});

/** Records the time of a sweep without deleting anything. */
async function startSweeping(): Promise<void> {
  await owner`select private.may_sweep()`;
}

async function moveClock(by: string): Promise<void> {
  await owner`
    update private.sweep_clock set swept_at = swept_at - ${by}::interval, looked_at = looked_at - ${by}::interval,
      waits_until = waits_until - ${by}::interval`;
}

/** Resolves to whether sweeps wait because the clock jumped, as `npm run doctor` reads it. */
async function isWaiting(): Promise<boolean> {
  const facts = (await call("service_role", "operator_deployment_facts")) as { clock_jump: string | null };
  return facts.clock_jump !== null;
}

async function orphans(): Promise<string[]> {
  const found = (await call("service_role", "operator_orphan_uploads")) as { name: string }[];
  return found.map(({ name }) => name);
}

async function isWithdrawnLeft(): Promise<boolean> {
  const rows = await owner`select from public.reviews where id = ${withdrawn}`;
  return rows.length > 0;
}
