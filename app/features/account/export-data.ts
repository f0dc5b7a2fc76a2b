import { dayInIndia } from "~/domain/dates";
import { noResponse } from "~/data/connection-lost";
import { exportMyData } from "~/data/my-reviews";
import type { ToastMessage } from "~/ui/toast";

export type ExportOutcome = "saved" | "session-expired" | "no-answer" | "failed";

/** Saves all that is kept about the signed-in person as a file on this device. (spec 11) */
export async function exportData(now: Date): Promise<ExportOutcome> {
  try {
    const kept = await exportMyData();
    if (kept === "session-expired") return kept;
    save(kept.json, `gharsach-${dayInIndia(now)}.json`);
    return "saved";
  } catch (error) {
    return noResponse(error) ? "no-answer" : "failed";
  }
}

function save(json: string, name: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const EXPORT_TOASTS = {
  saved: { title: "File Saved", description: "It has everything we keep about you. Do not share it." },
  "session-expired": {
    title: "Please log in again",
    description: "Your session has ended.",
    variant: "destructive",
  },
  "no-answer": {
    title: "Connection Error",
    description: "Connection lost. Try again.",
    variant: "destructive",
  },
  failed: {
    title: "File Not Saved",
    description: "Something went wrong on our side. Please try again in a few minutes.",
    variant: "destructive",
  },
} satisfies Record<ExportOutcome, ToastMessage>;
