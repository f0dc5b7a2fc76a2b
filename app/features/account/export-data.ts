import { dayInIndia } from "~/domain/dates";
import { failureSentence } from "~/data/connection-lost";
import { exportMyData } from "~/data/my-reviews";
import type { ToastMessage } from "~/ui/toast";

/** Saves all that is kept about the signed-in person as a file on this device. Resolves to what to tell. (spec 11) */
export async function exportData(now: Date): Promise<ToastMessage> {
  try {
    save(await exportMyData(), `gharsach-${dayInIndia(now)}.json`);
    return { title: "File Saved", description: "It has everything we keep about you. Do not share it." };
  } catch (error) {
    return { title: "File Not Saved", description: failureSentence(error), variant: "destructive" };
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
