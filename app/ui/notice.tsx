import type { ReactNode } from "react";
import { Doorway } from "./doorway";
import { SpinnerRing } from "./spinner";

type Tone = "neutral" | "error" | "loading" | "success";

interface NoticeProps {
  tone?: Tone;
  /** A button or link with what the visitor can do. */
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** One message in place of a list or a form: empty, loading, failed or done. */
export function Notice({ tone = "neutral", action, children, className }: NoticeProps) {
  return (
    <div
      role={ROLES[tone]}
      className={`flex items-start gap-4 border-y border-l-4 border-line border-y-line bg-surface px-4 py-5 sm:px-6 ${EDGES[tone]} ${className ?? ""}`}
    >
      {tone === "loading" ? (
        <span className="mt-1">
          <SpinnerRing />
        </span>
      ) : (
        <Doorway mark={MARKS[tone]} className={`h-10 w-8 shrink-0 ${INKS[tone]}`} />
      )}
      <div className="min-w-0 self-center">
        <div>{children}</div>
        {action && <div className="mt-4 flex flex-wrap gap-3">{action}</div>}
      </div>
    </div>
  );
}

const ROLES: Record<Tone, string | undefined> = {
  neutral: undefined,
  error: "alert",
  loading: "status",
  success: "status",
};

const MARKS = { neutral: "none", error: "alert", loading: "none", success: "tick" } as const satisfies Record<
  Tone,
  string
>;

const EDGES: Record<Tone, string> = {
  neutral: "border-l-line-strong",
  error: "border-l-danger",
  loading: "border-l-brand",
  success: "border-l-verified",
};

const INKS: Record<Tone, string> = {
  neutral: "text-ink-muted",
  error: "text-danger",
  loading: "text-brand",
  success: "text-verified",
};
