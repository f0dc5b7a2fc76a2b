import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Chooses and prints the seed of the fuzz tests. In continuous integration it depends on the files, so that a run is reproducible. */
export default function chooseFuzzSeed(): void {
  if (process.env.FUZZ_SEED) return;
  const seed = (process.env.CI && seedOfFiles()) || Math.trunc(Math.random() * 2 ** 31);
  // Workers inherit it.
  process.env.FUZZ_SEED = String(seed);
  process.stdout.write(`Fuzz tests: FUZZ_SEED=${seed} repeats this run.\n`);
}

/** Returns a seed from Git's hash of the files of this commit, or 0 without a repository. */
function seedOfFiles(): number {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD^{tree}"], { cwd, encoding: "utf8" });
  return Number.parseInt(stdout?.slice(0, 7), 16) || 0;
}
