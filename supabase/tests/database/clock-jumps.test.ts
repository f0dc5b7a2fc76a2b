import { beforeEach, expect, test } from "vitest";
import { call, newAccount, owner, publish, upload } from "./one-database.ts";
import { uniqueName } from "../unique-name.ts";

// A test cannot move the clock of the database. It moves the last sweep the other way, which is the same to the database.

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

test("deletes by age while the clock moves by less than a day between sweeps", { tags: ["11.58"] }, async () => {
  await call("service_role", "operator_sweep");
  for (const step of ["23 hours", "-20 hours"]) {
    await moveClock(step);
    expect(await call("service_role", "operator_sweep")).toMatchObject({ withdrawn: expect.any(Number) });
    expect(await isWaiting()).toBe(false);
  }
  expect(await isWithdrawnLeft()).toBe(false);
  expect(await orphans()).toContain(orphan);
});

test.for(["40 days", "-3 days"])(
  "deletes nothing by age for a day after the clock jumped by %s",
  { tags: ["11.58"] },
  async (jump) => {
    await startSweeping();
    await moveClock(jump);
    // Before the first sweep after the jump, too.
    expect([await isWaiting(), await orphans()]).toEqual([true, []]);
    expect(await call("service_role", "operator_sweep")).toEqual({
      clock_jump: expect.stringMatching(
        /^The clock is more than a day from the last sweep: .+ If the clock is right: npm run admin -- sweep --clock-is-right$/,
      ),
    });
    await moveClock("23 hours");
    await call("service_role", "operator_sweep");
    expect([await isWaiting(), await orphans(), await isWithdrawnLeft()]).toEqual([true, [], true]);
    await moveClock("61 minutes");
    await call("service_role", "operator_sweep");
    expect([await isWaiting(), await isWithdrawnLeft()]).toEqual([false, false]);
    expect(await orphans()).toContain(orphan);
  },
);

test(
  "waits for another day if the clock jumps while it waits, and not at all once it is back",
  { tags: ["11.58"] },
  async () => {
    await startSweeping();
    for (const jump of ["40 days", "30 hours"]) {
      await moveClock(jump);
      await call("service_role", "operator_sweep");
      expect([await isWaiting(), await isWithdrawnLeft()]).toEqual([true, true]);
    }
    await moveClock("-41 days");
    await call("service_role", "operator_sweep");
    expect([await isWaiting(), await isWithdrawnLeft()]).toEqual([false, false]);
  },
);

test("deletes by age at once when an operator confirms the clock, which is logged", { tags: ["11.58"] }, async () => {
  await startSweeping();
  await moveClock("3 days");
  await call("service_role", "operator_sweep");
  await call("service_role", "operator_confirm_clock", { operator: "asha" });
  await call("service_role", "operator_sweep");
  expect([await isWaiting(), await isWithdrawnLeft()]).toEqual([false, false]);
  const [entry] = await owner`select command, operator from private.audit_log order by id desc limit 1`;
  expect(entry).toEqual({ command: "confirm-clock", operator: "asha" });
});

/** Notes the clock, as a sweep that has nothing to delete. */
async function startSweeping(): Promise<void> {
  await owner`select private.may_sweep()`;
}

async function moveClock(by: string): Promise<void> {
  await owner`
    update private.sweep_clock set swept_at = swept_at - ${by}::interval, looked_at = looked_at - ${by}::interval,
      waits_until = waits_until - ${by}::interval`;
}

/** What `npm run doctor` reads. */
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
