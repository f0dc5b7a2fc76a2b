/** A rate limit was hit. `sentence` tells the visitor so, and when to try again. */
export interface TooMany {
  outcome: "too-many-attempts";
  sentence: string;
}
