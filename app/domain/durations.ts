/** How long each kind of toast stays, in milliseconds. (spec 8, 9) */
export const TOAST_DURATIONS = {
  incompleteForm: 4000,
  alreadyReported: 3000,
  reviewReported: 4000,
  loginSucceeded: 3000,
  emailExists: 5000,
  loginFailed: 5000,
  emailNotConfirmed: 7000,
  accountCreated: 7000,
  resetEmailSent: 7000,
  passwordUpdated: 5000,
  resetError: 7000,
  callbackConfirmed: 3000,
  callbackPending: 7000,
  callbackFailed: 7000,
} as const;

export const TOAST_DEFAULT_DURATION = 5000;
export const TOAST_LIMIT = 3;
/** A dismissed toast is kept this long before it is forgotten, in milliseconds. (spec 9) */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** How long after closing the report dialog forgets what was typed, in milliseconds. (spec 4) */
export const REPORT_DIALOG_RESET_DELAY = 300;
/** Between one property and the next as the review list enters. (spec 2) */
export const LIST_STAGGER_SECONDS = 0.05;
