import { type Attempt, type FailedOutcome, type Progress, submitReview, type SubmitOutcome } from "./submit-review";
import {
  discardedToast,
  OTHER_TAB_TOASTS,
  outcomeToast,
  photoMessages,
  photosToast,
  type RejectedPhoto,
  uploadedToast,
  uploadingToast,
} from "./submission-wording";
import { removeMetadata } from "~/data/photo-metadata";
import { takeReviewStart } from "~/data/review-start";
import {
  type DraftPhoto,
  type Kept,
  keptOf,
  readSubmissionDraft,
  rememberSigning,
  removeSubmissionDraft,
  saveSubmissionDraft,
  startsAnonymous,
  type SubmissionDraft,
  watchSubmissionDrafts,
} from "~/data/submission-draft";
import { newUuid } from "~/data/uuid";
import { visitorBackend } from "~/data/visitor-backend";
import { dayInIndia } from "~/domain/dates";
import type { ReviewStart } from "~/domain/deposit-review";
import { isAboutAnother, settledCity, withHome } from "~/domain/form-home";
import { checkPhotos } from "~/domain/photo";
import type { QuestionKey } from "~/domain/questions";
import type { NamedHome } from "~/domain/similar-home";
import { checkSubmission, type FieldProblem } from "~/domain/submission-check";
import { emptySubmission, type IssueRow, type SubmissionForm } from "~/domain/submission";
import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";

export interface Author {
  id: string;
  email: string | null | undefined;
}

/** What the notice above the form says about the draft. */
type DraftNews =
  | { kind: "restored" }
  /** The draft was restored, but the link that opened the form names this other home. */
  | { kind: "about-another"; home: NamedHome }
  /** The form now shows another draft; this one is kept. */
  | { kind: "set-aside"; draft: SubmissionDraft };

/** Where to move the focus. Each new object moves the focus, even to the same place. */
export interface FocusTarget {
  /** "fault" is the first field that has a problem. */
  place: "notice" | "question" | "submit" | "fault";
}

export interface SubmissionState {
  draft: SubmissionDraft;
  kept: Kept;
  news: DraftNews | null;
  /** "failed" lasts until the next attempt or another draft, "published" until an attempt passes its checks. */
  status:
    | { name: "editing" | "submitting" }
    | { name: "published"; reviewId: string; isAnonymous: boolean }
    | { name: "failed"; failure: FailedOutcome; wasOffline: boolean };
  problems: FieldProblem[];
  focusTarget: FocusTarget | null;
  photoMessages: string[];
  /** The number of file choices whose photos are still being read. */
  readingCount: number;
  /** Whether an attempt waits for these photos. */
  isWaitingForPhotos: boolean;
}

const EDITING = { name: "editing" } as const;
const SUBMITTING = { name: "submitting" } as const;

export type Submission = Awaited<ReturnType<typeof openSubmission>>;

/**
 * Opens the draft that this device keeps, or a blank one, and manages it until it is published. `home` is the home or place that the author
 * came to write about. `author` is null on a site without accounts.
 */
export async function openSubmission(author: Author | null, home: NamedHome | null) {
  preloadActions();
  const restored = await readSubmissionDraft(author?.id ?? null, blankIssue(), new Date());
  const submission = createSubmission(author, home, restored);
  const start = home === null ? takeReviewStart(new Date()) : null;
  if (start) submission.begin(start);
  return submission;
}

/** Downloads the code that sends a review while there is a connection. */
function preloadActions(): void {
  visitorBackend()
    .actions()
    .then(({ prepareSubmission }) => prepareSubmission())
    .catch(() => {});
}

function createSubmission(author: Author | null, home: NamedHome | null, restored: SubmissionDraft | null) {
  const ownerId = author?.id ?? null;
  const accountEmail = author && (author.email ?? "");
  const email = accountEmail ?? "";
  const subscribers = new Set<() => void>();
  const uploaded: Attempt["uploaded"] = new Map();
  let state = openingState(restored, blankDraft(ownerId, email), home);
  let reading = Promise.resolve();
  let isBusy = false;
  let outcomeToastId = "";

  function set(changes: Partial<SubmissionState>): void {
    state = { ...state, ...changes };
    for (const notify of subscribers) notify();
  }

  function problemsOf({ form, isAnonymous }: SubmissionDraft): FieldProblem[] {
    return checkSubmission(withoutEmailIfAnonymous(form, isAnonymous), rules())?.allFields ?? [];
  }

  function rules() {
    return { accountEmail, today: dayInIndia(new Date()) };
  }

  /** Sets `changedAt`, shows the draft and stores it at once: a write that starts while the page unloads is lost. */
  async function store(changed: SubmissionDraft, changes: Partial<SubmissionState> = {}): Promise<void> {
    const draft = { ...changed, changedAt: Math.max(Date.now(), changed.changedAt + 1) };
    set({ ...changes, draft });
    if (isBlankDraft(draft, email)) {
      removeSubmissionDraft(draft);
      return set({ kept: "all" });
    }
    const kept = await saveSubmissionDraft(draft, new Date());
    if (state.draft === draft) set({ kept });
  }

  function change(changes: Partial<SubmissionForm>): void {
    const { draft, problems } = state;
    const fields = Object.keys(changes) as (keyof SubmissionForm)[];
    if (fields.every((field) => changes[field] === draft.form[field])) return;
    const changed = { ...draft, form: { ...draft.form, ...changes } };
    void store(changed, { problems: remainingProblems(problems, fields, () => problemsOf(changed)) });
  }

  function setIsAnonymous(isAnonymous: boolean): void {
    if (author) rememberSigning(author.id, isAnonymous);
    void store({ ...state.draft, isAnonymous }, { problems: state.problems.filter(({ field }) => field !== "email") });
  }

  function choosePhotos(files: File[]): void {
    if (files.length > 0) reading = addPhotos(files, reading);
  }

  async function addPhotos(files: File[], before: Promise<void>): Promise<void> {
    set({ readingCount: state.readingCount + 1 });
    await before;
    const { accepted, rejected } = await readPhotos(files, state.draft.photos);
    if (accepted.length > 0) keepPhotos([...state.draft.photos, ...accepted]);
    const messages = photoMessages(rejected);
    if (messages.length > 0) replaceOutcomeToast(photosToast(messages));
    set({ photoMessages: messages, readingCount: state.readingCount - 1 });
  }

  function keepPhotos(photos: DraftPhoto[]): void {
    void store({ ...state.draft, photos, photoCount: photos.length });
  }

  function removePhoto(photo: DraftPhoto): void {
    keepPhotos(state.draft.photos.filter((kept) => kept !== photo));
    set({ photoMessages: [] });
  }

  /** Shows a blank form with a new id. */
  function startBlank(): void {
    set({ draft: blankDraft(ownerId, email), kept: "all", news: null, problems: [], photoMessages: [] });
  }

  function discard(): void {
    const { draft } = state;
    set({ status: withoutFailure(state), focusTarget: { place: "notice" } });
    startBlank();
    removeSubmissionDraft(draft);
    removeHomeFromUrl();
    showToast(discardedToast(() => void store(draft)));
  }

  /** Shows a stored draft, or a new draft about this home, and keeps the current draft. */
  function switchDraft(next: { draft: SubmissionDraft } | { home: NamedHome }): void {
    const draft = "draft" in next ? next.draft : aboutHome(blankDraft(ownerId, email), next.home);
    void store(draft, {
      news: { kind: "set-aside", draft: state.draft },
      status: withoutFailure(state),
      problems: [],
      photoMessages: [],
      focusTarget: { place: "notice" },
    });
  }

  /** Shows a new draft with what the deposit companion answered, and keeps the current draft. */
  function begin(start: ReviewStart): void {
    const { draft } = state;
    const rest = { ...draft.form, city: "", otherCity: "", moveInDate: "", answers: {} };
    const isUnwritten = isBlankDraft({ ...draft, form: rest }, email);
    // What the companion filled in before may change; choices of the author may not.
    const isTheirs = Object.keys(draft.form.answers).some((key) => !(key in FROM_COMPANION));
    const isReused = isUnwritten && !(isTheirs && contradicts(draft.form, start));
    const { form, ...begun } = isReused ? draft : blankDraft(ownerId, email);
    const { city, moveInDate, answers } = start;
    const fields = { ...(city && { city }), ...(moveInDate && { moveInDate }) };
    const filled = { ...begun, form: { ...form, ...fields, answers: { ...form.answers, ...answers } } };
    if (isReused) void store(filled);
    else switchDraft({ draft: filled });
  }

  /** Applies another tab's change to a draft. `theirs` is null if that tab published or discarded the draft. */
  function syncFromOtherTab(reviewId: string, changedAt: number, theirs: SubmissionDraft | null): void {
    const { draft } = state;
    const isShown = draft.reviewId === reviewId;
    const isBlank = isBlankDraft(draft, email);
    if (isShown && draft.changedAt > changedAt) {
      // The other tab published or discarded an older version: keep this newer one.
      if (!theirs) void store(draft);
    } else if (theirs && (isShown || isBlank)) {
      // Photos that the device has no room for may still be here.
      const photos = isShown && theirs.photos.length < theirs.photoCount ? draft.photos : theirs.photos;
      set({ draft: { ...theirs, photos }, kept: keptOf(reviewId) });
      if (!isShown) showToast(OTHER_TAB_TOASTS.begun);
    } else if (isShown && !isBlank) {
      startBlank();
      showToast(OTHER_TAB_TOASTS.ended);
    }
  }

  function replaceOutcomeToast(message: ToastMessage | null): void {
    dismissToast(outcomeToastId);
    if (message) outcomeToastId = showToast(message);
  }

  /** Sends the review, unless the form has to ask about its home first. */
  async function attempt(
    mustAnswerFirst: (form: SubmissionForm) => Promise<boolean>,
  ): Promise<SubmitOutcome | "asked"> {
    await reading;
    change(settledCity(state.draft.form));
    const { reviewId, photos, isAnonymous } = state.draft;
    const form = withoutEmailIfAnonymous(state.draft.form, isAnonymous);
    if (!checkSubmission(form, rules())) {
      set({ status: SUBMITTING, problems: [] });
      if (await mustAnswerFirst(form)) return "asked";
    }
    return submitReview(
      { form, photos, accountEmail, reviewId, uploaded, now: new Date(), newId: newUuid },
      progressToasts(() => replaceOutcomeToast(null)),
    );
  }

  async function submit(mustAnswerFirst: (form: SubmissionForm) => Promise<boolean>): Promise<void> {
    // The second press of a double click comes before the form is disabled.
    if (isBusy) return;
    isBusy = true;
    const wasOffline = !navigator.onLine;
    set({ status: withoutFailure(state), isWaitingForPhotos: state.readingCount > 0 });
    try {
      const outcome = await attempt(mustAnswerFirst);
      if (outcome === "asked") return set({ status: EDITING, focusTarget: { place: "question" } });
      replaceOutcomeToast(outcomeToast(outcome));
      const { draft } = state;
      set(stateAfter(outcome, draft, wasOffline));
      if (outcome.outcome === "sent" || outcome.outcome === "sent-earlier") {
        startBlank();
        removeSubmissionDraft(draft);
        removeHomeFromUrl();
        uploaded.clear();
      }
    } finally {
      isBusy = false;
      set({ isWaitingForPhotos: false, status: state.status === SUBMITTING ? EDITING : state.status });
    }
  }

  return {
    getState: () => state,
    subscribe(notify: () => void): () => void {
      subscribers.add(notify);
      const unwatch = watchSubmissionDrafts(ownerId, blankIssue(), syncFromOtherTab);
      return () => {
        subscribers.delete(notify);
        unwatch();
      };
    },
    change,
    setIsAnonymous,
    choosePhotos,
    removePhoto,
    discard,
    switchDraft,
    begin,
    submit,
  };
}

/** Returns the initial state. `home` fills in what the draft leaves blank and changes nothing that was written. */
function openingState(
  restored: SubmissionDraft | null,
  blank: SubmissionDraft,
  home: NamedHome | null,
): SubmissionState {
  const draft = restored ?? blank;
  const isOther = home !== null && isAboutAnother(draft.form, home);
  const restoredNews = restored && ({ kind: "restored" } as const);
  return {
    draft: home && !isOther ? aboutHome(draft, home) : draft,
    kept: keptOf(draft.reviewId),
    news: isOther ? { kind: "about-another", home } : restoredNews,
    status: EDITING,
    problems: [],
    focusTarget: null,
    photoMessages: [],
    readingCount: 0,
    isWaitingForPhotos: false,
  };
}

export function blankIssue(): IssueRow {
  return { id: newUuid(), description: "", severity: "" };
}

function blankDraft(ownerId: string | null, email: string): SubmissionDraft {
  const form = emptySubmission({ email, issueId: newUuid() });
  // Without an account a review is always signed with the given email.
  const isAnonymous = ownerId !== null && startsAnonymous(ownerId);
  return { reviewId: newUuid(), ownerId, changedAt: 0, isAnonymous, form, photos: [], photoCount: 0 };
}

/** Returns whether the draft has nothing but the initial values. The device remembers the choice of the name anyway. */
function isBlankDraft({ form, photoCount }: SubmissionDraft, email: string): boolean {
  if (photoCount > 0) return false;
  const written = { ...form, issues: form.issues.map((issue) => ({ ...issue, id: "" })) };
  return JSON.stringify(written) === JSON.stringify(emptySubmission({ email, issueId: "" }));
}

/** The questions that the deposit companion answers. */
const FROM_COMPANION = { property_type: true, deposit: true, deposit_back: true, deposit_kept: true } satisfies Partial<
  Record<QuestionKey, true>
>;

/** Returns whether the form already says something else than the deposit companion. */
function contradicts(form: SubmissionForm, { city, moveInDate, answers }: ReviewStart): boolean {
  const differs = (own: string | undefined, other: string) => Boolean(own && other && own !== other);
  return (
    differs(form.city, city) ||
    differs(form.moveInDate, moveInDate) ||
    Object.entries(answers).some(([key, answer]) => differs(form.answers[key as QuestionKey], answer))
  );
}

function aboutHome(draft: SubmissionDraft, home: NamedHome): SubmissionDraft {
  return { ...draft, form: withHome(draft.form, home) };
}

/**
 * Returns the form to send, without the email if the review is anonymous. The draft keeps the email in case the author changes their mind.
 */
function withoutEmailIfAnonymous(form: SubmissionForm, isAnonymous: boolean): SubmissionForm {
  return isAnonymous ? { ...form, email: "" } : form;
}

/** Drops the problem of a changed field once that field is right. The others stay until their own field changes. */
function remainingProblems(
  problems: FieldProblem[],
  changed: (keyof SubmissionForm)[],
  currentProblems: () => FieldProblem[],
): FieldProblem[] {
  if (problems.length === 0) return problems;
  const current = currentProblems();
  // A listed city makes the field for another city unnecessary.
  const fields = changed.includes("city") ? [...changed, "otherCity"] : changed;
  return problems.filter(
    (problem) =>
      !fields.includes(problem.field) ||
      current.some(({ field, issueId }) => field === problem.field && issueId === problem.issueId),
  );
}

function withoutFailure({ status }: SubmissionState): SubmissionState["status"] {
  return status.name === "failed" ? EDITING : status;
}

function stateAfter(
  outcome: SubmitOutcome,
  { isAnonymous }: SubmissionDraft,
  wasOffline: boolean,
): Partial<SubmissionState> {
  switch (outcome.outcome) {
    case "sent":
    case "sent-earlier":
      return {
        status: { name: "published", reviewId: outcome.reviewId, isAnonymous },
        focusTarget: { place: "notice" },
      };
    case "invalid":
      return { problems: outcome.problem.allFields, focusTarget: { place: "fault" } };
    case "session-expired":
      return { status: EDITING, focusTarget: { place: "submit" } };
    default:
      return { status: { name: "failed", failure: outcome, wasOffline }, focusTarget: { place: "submit" } };
  }
}

/** Checks the files that a visitor chose and removes the metadata of those that pass. */
async function readPhotos(
  files: File[],
  chosen: DraftPhoto[],
): Promise<{ accepted: DraftPhoto[]; rejected: RejectedPhoto[] }> {
  const check = checkPhotos(files, chosen);
  const accepted: DraftPhoto[] = [];
  const rejected: RejectedPhoto[] = [...check.rejected];
  // One at a time: three decoded photos may not fit into the memory of a phone.
  for (const file of check.accepted) {
    const cleaned = await removeMetadata(file);
    if (typeof cleaned === "string") rejected.push({ file, fault: cleaned });
    else accepted.push({ name: file.name, type: file.type, size: file.size, picture: cleaned.photo });
  }
  return { accepted, rejected };
}

/** Removes the home from the URL, so that a reload does not fill it in again. Bypasses the router, whose location stays the same. */
function removeHomeFromUrl(): void {
  if (window.location.search === "") return;
  window.history.replaceState(window.history.state, "", window.location.pathname);
}

function progressToasts(onChecked: () => void): (progress: Progress) => void {
  let uploading: string | undefined;
  return (progress) => {
    if (progress.step === "checked") onChecked();
    else if (progress.step === "uploading") uploading = showToast(uploadingToast(progress.count));
    else {
      if (uploading) dismissToast(uploading);
      if (progress.step === "uploaded") showToast(uploadedToast(progress.count));
    }
  };
}
