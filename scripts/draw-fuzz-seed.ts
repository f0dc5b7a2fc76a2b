import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Draws the seed of all fuzz tests of this run and prints it: FUZZ_SEED=… repeats the run. In continuous integration the
 * same files give the same seed, so that a change fails by itself and not by chance.
 */
export default function drawFuzzSeed(): void {
  if (process.env.FUZZ_SEED) return;
  const seed = (process.env.CI && seedOfFiles()) || Math.trunc(Math.random() * 2 ** 31);
  // Workers start with this environment.
  process.env.FUZZ_SEED = String(seed);
  process.stdout.write(`Fuzz tests: FUZZ_SEED=${seed} repeats this run.\n`);
}

/** Drawn from Git's name for what the files of this commit hold; 0 where Git does not know them. */
function seedOfFiles(): number {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD^{tree}"], { cwd, encoding: "utf8" });
  return Number.parseInt(stdout?.slice(0, 7), 16) || 0;
}
