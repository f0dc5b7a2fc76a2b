import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const LONG = "a".repeat(73);
const CHECK = path.join(import.meta.dirname, "check-commit-subjects.ts");

test("accepts long subjects before the check was added, and Git's own of merges", () => {
  const { check } = repository(LONG, "Add the check", "b".repeat(72), `Merge branch '${LONG}'`);
  expect(check()).toMatchObject({ status: 0, stderr: "" });
});

test("names each later commit whose subject is too long", () => {
  const { check } = repository("Add the check", LONG, "Fix it", `${LONG}b`);
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The subject of commit \w+ a+b has 74 characters: .+\n.+ has 73 characters: .+\n$/);
});

test("checks the newest commit of a shallow clone", () => {
  const { root, check } = repository("Add the check", "Fix it", LONG);
  const clone = `${root}/clone`;
  execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${root}`, clone]);
  expect(check(clone)).toMatchObject({ status: 1, stderr: expect.stringContaining("73 characters") });
});

/** Creates a repository with a commit for each subject. The commit "Add the check" adds the script. */
function repository(...subjects: string[]) {
  const root = mkdtempSync(path.join(os.tmpdir(), "gharsach-commits-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root });
  git("init", "--quiet");
  mkdirSync(path.join(root, "scripts"));
  for (const subject of subjects) {
    if (subject === "Add the check") writeFileSync(path.join(root, "scripts/check-commit-subjects.ts"), "");
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--allow-empty", "-m", subject);
  }
  return { root, check: (cwd = root) => spawnSync(process.execPath, [CHECK], { cwd, encoding: "utf8" }) };
}
