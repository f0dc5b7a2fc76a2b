/** `npm run test:long` sets it: for what a commit's `npm test` has no time for. */
const isLong = process.env.TEST_LENGTH === "long";

/** How often each property of a fuzz test is tried. */
export const FUZZ_CASES = isLong ? 300 : 50;
/** How often a server under writers is killed. */
export const KILLS = isLong ? 20 : 3;
/** How long the soak takes; SOAK_MINUTES=60 is the whole of it. */
export const SOAK_MINUTES = Number(process.env.SOAK_MINUTES ?? (isLong ? 5 : 0));
