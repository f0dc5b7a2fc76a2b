import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Chooses the seed of all fuzz tests of this run and prints it: FUZZ_SEED=… repeats the run. In continuous integration the
 * same files give the same seed, so that a change fails by itself and not by chance.
 */
export default function chooseFuzzSeed(): void {
  if (process.env.FUZZ_SEED) return;
  const seed = (process.env.CI && seedOfFiles()) || Math.trunc(Math.random() * 2 ** 31);
  // Workers start with this environment.
  process.env.FUZZ_SEED = String(seed);
  process.stdout.write(`Fuzz tests: FUZZ_SEED=${seed} repeats this run.\n`);
}

/** From Git's hash of the files of this commit; 0 where there is no repository. */
function seedOfFiles(): number {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD^{tree}"], { cwd, encoding: "utf8" });
  return Number.parseInt(stdout?.slice(0, 7), 16) || 0;
}
