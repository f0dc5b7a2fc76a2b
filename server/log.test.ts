import { expect, test, vi } from "vitest";
import { logError, redact } from "./log.ts";

const cases: [string, string][] = [
  ["mail to asha.r+home@example.co.in failed", "mail to [e-mail] failed"],
  ["GET /auth/v1/verify?token_hash=abc123&type=signup", "GET /auth/v1/verify?token_hash=[hidden]&type=signup"],
  ['{"password":"kothrud-2bhk","email":"a@b.in"}', '{"password":"[hidden]","email":"[e-mail]"}'],
  ["Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "Bearer [token]"],
  ["apikey sb_publishable_AbC-123", "apikey [key]"],
  ["from 203.0.113.9 again", "from [address] again"],
  ["d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f", "[hash]"],
  ["email=asha%40example.in", "email=[e-mail]"],
];

test.each(cases)("%s is redacted", (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test("a database error is logged without its statement, parameters and row", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const error = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    detail: "Key (email)=(asha@example.in) already exists.",
    parameters: ["my landlord is", "asha@example.in"],
  });
  logError(error);
  const line = String(write.mock.calls[0]?.[0]);
  write.mockRestore();
  expect(line).toContain("duplicate key value");
  expect(line).toContain("(23505)");
  expect(line).not.toMatch(/asha|landlord/);
});
