import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { emailOf, knownUser, newVisitor, rpc, type Answer } from "../client.ts";

const GRIEVANCE = { writer: "owner", ground: "untrue", page: "/reviews", words: "The deposit was paid back." };

test("files a grievance and shows its state", { tags: ["11.44"] }, async () => {
  const secret = randomUUID();
  const filed = await file({ secret });
  expect(filed.status, filed.text).toBe(200);
  expect(Object.keys(filed.body as object).toSorted()).toEqual(["acknowledgeBy", "decideBy", "ticket"]);
  const { body } = await rpc(newVisitor(), "grievance_status", { secret });
  const ticket = (filed.body as { ticket: string }).ticket;
  expect(body).toMatchObject({ ...GRIEVANCE, page: null, words: null, ticket, decidedAt: null });
  expect(Object.keys(body as object)).not.toContain("email");
  expect(JSON.stringify(body)).not.toContain(secret);
});

test("refuses queued emails to visitors", { tags: ["11.53"] }, async () => {
  const { accessToken } = await knownUser("complains");
  for (const token of [undefined, accessToken]) {
    expect([401, 403, 404]).toContain((await rpc(newVisitor(token), "operator_take_emails", { at_most: 1 })).status);
    const end = await rpc(newVisitor(token), "operator_end_email", { email_id: randomUUID() });
    expect([401, 403, 404]).toContain(end.status);
  }
});

test("returns the months of the transparency page", { tags: ["11.52"] }, async () => {
  await file({ secret: randomUUID() });
  const { status, body } = await rpc(newVisitor(), "transparency");
  expect(status).toBe(200);
  const months = (body as { month: string }[]).map(({ month }) => month);
  expect(months).not.toEqual([]);
  for (const month of months) expect(month).toMatch(/^\d{4}-\d\d$/);
});

function file(changes: object): Promise<Answer> {
  return rpc(newVisitor(), "file_grievance", { ...GRIEVANCE, email: emailOf("complains"), ...changes });
}
