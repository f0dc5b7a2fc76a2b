/** There was too much of this for now. The sentence says so to the visitor, and when it may go on. */
export interface TooMany {
  outcome: "too-many-attempts";
  sentence: string;
}
