import type * as database from "./draft-database";
import type { SubmissionDraft } from "./submission-draft";

// Keeps drafts in memory: vi.mock("~/data/draft-database", () => import("~/data/test-draft-database")).

interface TestRecord {
  reviewId: string;
}

export const records = { drafts: new Map<string, TestRecord>(), photos: new Map<string, TestRecord>() };
type StoreName = keyof typeof records;

/** The stores that the device has no room for. */
export const full = new Set<StoreName>();
export const access = { isForbidden: false };

export function resetDatabase(): void {
  for (const store of Object.values(records)) store.clear();
  full.clear();
  access.isForbidden = false;
}

export const readRecords: typeof database.readRecords = async (store) => {
  refuseIf(access.isForbidden);
  return [...records[store].values()];
};

export const putRecord: typeof database.putRecord = async (store, record) => {
  refuseIf(access.isForbidden || full.has(store));
  records[store].set(record.reviewId, record);
};

export const deleteRecord: typeof database.deleteRecord = async (store, reviewId) => {
  refuseIf(access.isForbidden);
  records[store].delete(reviewId);
};

/** Simulates another tab that stores this draft and announces it. */
export function otherTabWrites(draft: SubmissionDraft): void {
  records.drafts.set(draft.reviewId, draft);
  announce({ reviewId: draft.reviewId, changedAt: draft.changedAt, isRemoved: false });
}

/** Simulates another tab that publishes or discards the version of a draft that was changed at this time. */
export function otherTabRemoves(reviewId: string, changedAt: number): void {
  records.drafts.delete(reviewId);
  announce({ reviewId, changedAt, isRemoved: true });
}

function announce(message: object): void {
  const channel = new BroadcastChannel("gharsach-drafts");
  channel.postMessage(message);
  channel.close();
}

function refuseIf(isRefused: boolean): void {
  if (isRefused) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
}
