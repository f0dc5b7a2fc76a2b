/** Set by `npm run test:long`. */
const isLong = process.env.TEST_LENGTH === "long";

/** Cases per property of a fuzz test. */
export const FUZZ_CASES = isLong ? 300 : 50;
/** How often a server is killed while clients write. */
export const KILLS = isLong ? 20 : 3;
/** Use SOAK_MINUTES=60 for a full soak. */
export const SOAK_MINUTES = Number(process.env.SOAK_MINUTES ?? (isLong ? 5 : 0));
