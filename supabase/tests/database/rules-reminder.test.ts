import { beforeEach, expect, test } from "vitest";
import type { TransparencyMonth } from "~/domain/transparency";
import { type Account, call, newAccount, owner, sweep } from "./test-database.ts";

const THIS_QUARTER = "date_trunc('quarter', now() at time zone 'Asia/Kolkata')::date";

beforeEach(async () => {
  await owner`delete from auth.users`;
  await owner`delete from private.rules_reminder`;
  await owner`delete from private.email_outbox`;
  await owner`update private.settings set value = shipped where key = 'rules_reminders_per_sweep'`;
});

test("reminds accounts of three months and more once a quarter", { tags: ["10.606", "10.607"] }, async () => {
  const [first, second, third, unconfirmed, young] = (await Promise.all(["a", "b", "c", "d", "e"].map(newAccount))) as [
    Account,
    Account,
    Account,
    Account,
    Account,
  ];
  await owner`update auth.users set created_at = now() - interval '4 months' where id <> ${young.id}`;
  await owner`update auth.users set email_confirmed_at = null, created_at = now() where id = ${unconfirmed.id}`;
  await sweep();
  expect(await reminded(), "in the quarter of the installation").toEqual([]);
  await startNextQuarter();
  await owner`update private.settings set value = '2' where key = 'rules_reminders_per_sweep'`;
  await sweep();
  expect((await reminded()).length, "a batch reads two accounts").toBeLessThanOrEqual(2);
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await Promise.all([sweep(), sweep()]);
  expect(await reminded()).toEqual([first.email, second.email, third.email].toSorted());
  expect(await log()).toEqual([
    {
      command: "remind-of-rules",
      operator: "sweep",
      subject: null,
      details: { quarter: expect.stringMatching(/-01$/) },
    },
    {
      command: "reminded-of-rules",
      operator: "sweep",
      subject: null,
      details: { quarter: expect.any(String), sent: 3 },
    },
  ]);
  const [month] = (await call("anon", "transparency")) as TransparencyMonth[];
  expect(month?.rulesReminders).toBe(1);
  const [row] = await owner`select sent, after_account from private.rules_reminder`;
  expect(row).toEqual({ sent: 3, after_account: null });
});

test("leaves nothing of an account that is deleted before its reminder is sent", { tags: ["10.606"] }, async () => {
  const account = await newAccount("old");
  await owner`update auth.users set created_at = now() - interval '4 months'`;
  await sweep();
  await startNextQuarter();
  await sweep();
  expect(await reminded()).toEqual([account.email]);
  await call("service_role", "operator_erase", {
    who: account.email,
    with_reviews: false,
    operator: "asha",
    reason: "A test.",
  });
  expect(await reminded()).toEqual([]);
  expect(JSON.stringify(await owner`select * from private.rules_reminder`)).not.toContain(account.id);
});

async function startNextQuarter() {
  await owner.unsafe(`update private.rules_reminder set quarter = (${THIS_QUARTER} - interval '3 months')::date`);
}

/** Resolves to the recipients of reminders, each of which has no other contents. */
async function reminded(): Promise<string[]> {
  const rows = await owner<{ recipient: string; fields: object }[]>`
    select recipient, fields from private.email_outbox where template = 'rules-reminder' order by recipient`;
  for (const { fields } of rows) expect(fields).toEqual({});
  return rows.map(({ recipient }) => recipient);
}

async function log() {
  const entries = await owner`
    select command, operator, subject, details from private.audit_log where command like '%of-rules' order by id`;
  return [...entries];
}
