import type { DeskState } from "./desk-state";
import { itemTitle, KIND_NAMES, timeLeft } from "./desk-wording";

interface DeskListProps {
  desk: DeskState;
  currentId: string;
  onGoTo: (id: string) => void;
  onToggle: (id: string) => void;
}

/** Must match public.desk_queue in the database. */
const MAX_HIDDEN = 500;

function heading(kind: string, { total, kinds }: NonNullable<DeskState["queue"]>): string {
  if (kind !== "hidden") return `${total} waiting`;
  return `${total} ${(kinds.hidden ?? 0) > MAX_HIDDEN ? `of the latest ${MAX_HIDDEN} ` : ""}hidden`;
}

/** The queue, most urgent first. Items of one kind can be selected and decided together. */
export function DeskList({ desk, currentId, onGoTo, onToggle }: DeskListProps) {
  const { queue, selectedIds, readAt } = desk;
  if (!queue) return null;
  return (
    <nav aria-label="Queue" className="grid content-start gap-1">
      <h2 className="font-sans text-sm font-semibold">{heading(desk.filters.kind, queue)}</h2>
      <ol className="max-h-[70dvh] overflow-y-auto border-y border-line">
        {queue.items.map((item) => (
          <li
            key={item.id}
            className="flex items-start gap-1 border-b border-line last:border-b-0 has-[[aria-current]]:bg-surface-sunken"
          >
            <label className="flex size-target shrink-0 items-center justify-center">
              <input
                type="checkbox"
                className="size-5 accent-brand"
                aria-label={`Choose ${itemTitle(item)}`}
                checked={selectedIds.has(item.id)}
                onChange={() => onToggle(item.id)}
              />
            </label>
            <button
              type="button"
              aria-current={item.id === currentId || undefined}
              onClick={() => onGoTo(item.id)}
              className="min-h-target min-w-0 flex-1 cursor-pointer py-2 text-left text-sm leading-snug"
            >
              <bdi className="line-clamp-2 font-semibold">{itemTitle(item)}</bdi>
              <span className="text-ink-muted">
                {[KIND_NAMES[item.kind], timeLeft(item.dueAt, readAt)].filter(Boolean).join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
