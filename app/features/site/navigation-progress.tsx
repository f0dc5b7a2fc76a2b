import { useNavigation } from "react-router";

/** A line along the top edge while the next page is on its way; it waits a moment, so quick pages show none. */
export function NavigationProgress() {
  if (useNavigation().state === "idle") return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 origin-left animate-[arrive_8s_250ms_cubic-bezier(0.1,0.7,0.2,1)_both] bg-brand"
    />
  );
}
