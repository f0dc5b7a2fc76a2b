/**
 * The clauses of the review policy, which operators' decisions name. Must match content/pages/review-policy.md and
 * private.policy_clauses in the database. (spec 11)
 */
export const POLICY_CLAUSES = {
  "1.1": "It is about a home in India where its author rents or lives, or has rented or lived, as a tenant.",
  "1.2": "It is the author's own experience. What a neighbour told you is not yours to publish.",
  "1.3": "It is true as far as its author knows: what happened and when, with opinion kept apart from fact.",
  "1.4": "Each stay is reviewed once.",
  "2.1": "No reviews in exchange for money or favours, of your own property or of a competitor's.",
  "2.2": "No names, phone numbers, addresses, bank details or documents of private persons.",
  "2.3":
    "No insults, no threats, and no contempt for anyone's religion, caste, region, language, sex, disability or food.",
  "2.4": "No accusations of crimes that no court or authority has found.",
  "2.5": "No advertising and no copied text.",
  "2.6": "Nothing that is against the law, or that a court or the government orders to be taken off.",
  "3.1":
    "Photos show no nudity and nothing sexual, no faces, no children, no names, signatures, account or identity numbers, and no other people's documents.",
  "4.1": "A reply comes from someone who owns or manages the home, and answers the review.",
  "4.2": "A reply does not name, describe or guess at the tenant, and puts no pressure on anyone.",
  "5.1": "A review or reply that follows these rules stays, however unwelcome it is.",
} as const;
export type PolicyClause = keyof typeof POLICY_CLAUSES;

/** For decisions that keep a text. All other decisions name the broken clause. */
export const KEPT_CLAUSE: PolicyClause = "5.1";
