import fs from "node:fs";
import { expect, test } from "vitest";
import { isQueuedEmail, writeQueuedEmail } from "./emails.ts";

const MIGRATIONS = new URL("../../supabase/migrations/", import.meta.url);
const SECRET = "0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b";
const COMPLAINT = {
  ...{ ticket: "G261125-K7QX3", secret: SECRET, ground: "private-data" },
  ...{ acknowledgeBy: "2026-11-26T04:30:00+00:00", decideBy: "2026-11-26T16:30:00+00:00" },
  ...{ outcome: null, clause: null, sentence: null },
};

test("every e-mail that the database queues has words", { tags: ["11.43"] }, () => {
  const sql = fs
    .readdirSync(MIGRATIONS)
    .map((file) => fs.readFileSync(new URL(file, MIGRATIONS), "utf8"))
    .join("\n");
  const queued = [...sql.matchAll(/(?:queue_email|write_to_grievance_writer|write_to_officer)\('([a-z-]+)'/g)].map(
    ([, name = ""]) => name,
  );
  expect(queued.length).toBeGreaterThan(4);
  expect(queued.filter((name) => !isQueuedEmail(name))).toEqual([]);
});

test("the e-mail on receipt names the ticket, the clocks in India and the secret page", { tags: ["11.43"] }, () => {
  const { subject, text, html } = writeQueuedEmail("grievance-received", COMPLAINT, "https://gharsach.in");
  expect(subject).toBe("We have your complaint G261125-K7QX3");
  expect(text.replace(/\s+/g, " ")).toContain(
    "A person will read it by 26 Nov 2026, 10:00 am, India, and decide by 26 Nov 2026, 10:00 pm, India.",
  );
  expect(text).toContain(`https://gharsach.in/grievance/${SECRET}`);
  expect(html).toContain(`href="https://gharsach.in/grievance/${SECRET}"`);
  expect(html).not.toContain("{{");
});

test("a decision is explained in its sentence, with its clause and where to appeal", { tags: ["11.43"] }, () => {
  const decided = { ...COMPLAINT, outcome: "refused", clause: "3", sentence: "It is <b>an opinion</b> & stays." };
  const { text, html } = writeQueuedEmail("grievance-decided", decided, "https://gharsach.in");
  expect(text).toContain("It is <b>an opinion</b> & stays.");
  expect(text).toContain("This follows clause 3 of our review policy.");
  expect(text.replace(/\s+/g, " ")).toContain(
    "you may appeal to the government's Grievance Appellate Committee within 30 days: https://gac.gov.in",
  );
  expect(html).toContain("It is &lt;b&gt;an opinion&lt;/b&gt; &amp; stays.");
  const without = { ...decided, clause: null };
  expect(writeQueuedEmail("grievance-decided", without, "https://gharsach.in").text).not.toContain("clause");
});

test("the officer is told what is due", { tags: ["11.43"] }, () => {
  const fields = { ...COMPLAINT, writer: "authority", acknowledgedAt: null };
  const due = (changes: object) =>
    writeQueuedEmail("grievance-due", { ...fields, ...changes }, "https://gharsach.in").text;
  expect(due({})).toContain("Acknowledge it by 26 Nov 2026, 10:00 am, India");
  expect(due({ acknowledgedAt: "2026-11-25T04:30:00+00:00" })).toContain("Decide it by 26 Nov 2026, 10:00 pm, India.");
  const { text } = writeQueuedEmail("grievance-arrived", fields, "https://gharsach.in");
  expect(text.replace(/\s+/g, " ")).toContain("Who writes: A court or an authority.");
});

test("fields of another version are refused", () => {
  expect(() => writeQueuedEmail("grievance-received", { ticket: "G1" }, "https://gharsach.in")).toThrow(/secret/);
  expect(isQueuedEmail("confirmation")).toBe(false);
  expect(isQueuedEmail("constructor")).toBe(false);
});
