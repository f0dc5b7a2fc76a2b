import { execFileSync } from "node:child_process";

/** Fails if the commit that adds this file, or one after it, has a subject of more than 72 characters. */
const MAX_LENGTH = 72;
const MERGE_OF_GIT = /^Merge (?:branch|branches|commit|commits|pull request|remote-tracking branch|tag) /;

// In a shallow clone, the oldest commit appears to add every file.
const added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", "scripts/check-commit-subjects.ts");
const commits = added.flatMap((first) => [
  ...git("log", "-1", "--format=%h %s", first),
  ...git("log", "--ancestry-path", "--format=%h %s", `${first}..HEAD`),
]);
for (const commit of commits) {
  const subject = commit.slice(commit.indexOf(" ") + 1);
  const { length } = [...subject];
  if (length <= MAX_LENGTH || MERGE_OF_GIT.test(subject)) continue;
  process.stderr.write(
    `The subject of commit ${commit} has ${length} characters: at most ${MAX_LENGTH} are allowed.\n`,
  );
  process.exitCode = 1;
}

function git(...args: string[]): string[] {
  return execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
}
