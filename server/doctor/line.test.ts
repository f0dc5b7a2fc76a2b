import { expect, test } from "vitest";
import { exitCode, fail, inText, ok, printable, unknown, warn } from "./line.ts";

const LINES = [ok("https", "on"), warn("disk", "12 % free", "make room"), unknown("smtp", "not known", "look there")];

test("only what fails makes monitoring ring", () => {
  expect(exitCode(LINES)).toBe(0);
  expect(exitCode([...LINES, fail("clocks", "differ", "switch NTP on")])).toBe(1);
});

test("a line is a state, a fact and what to do", () => {
  expect(inText(LINES)).toBe(
    "ok       https  on\nwarn     disk   12 % free → make room\nunknown  smtp   not known → look there",
  );
});

const SITE = "http://127.0.0.1:4459";

test("the address of the site can be read, and no other", () => {
  const [line] = printable([fail("web server", `${SITE}/ is not 192.168.1.7`, `check ${SITE}`)], SITE);
  expect(line).toMatchObject({ detail: `${SITE}/ is not [address]`, remedy: `check ${SITE}` });
});

test("what a service answered is printed without e-mails and keys", () => {
  const [line] = printable([fail("database", "no asha@example.in, sb_secret_abc", "use sb_publishable_abc")], SITE);
  expect(line).toEqual({ fact: "database", state: "fail", detail: "no [e-mail], [key]", remedy: "use [key]" });
});
