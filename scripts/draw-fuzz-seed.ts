/** Draws the seed of all fuzz tests of this run and prints it: FUZZ_SEED=… repeats the run. */
export default function drawFuzzSeed(): void {
  if (process.env.FUZZ_SEED) return;
  // Workers start with this environment.
  process.env.FUZZ_SEED = String(Math.trunc(Math.random() * 2 ** 31));
  process.stdout.write(`Fuzz tests: FUZZ_SEED=${process.env.FUZZ_SEED} repeats this run.\n`);
}
