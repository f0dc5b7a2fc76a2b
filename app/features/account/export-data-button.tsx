import { useState } from "react";
import { showAccountToast } from "./account-toast";
import { exportData } from "./export-data";
import { Button } from "~/ui/button";

/** Saves all that is kept about the signed-in person as a file. */
export function ExportDataButton() {
  const [isBusy, setBusy] = useState(false);

  async function save() {
    if (isBusy) return;
    setBusy(true);
    showAccountToast(await exportData(new Date()));
    setBusy(false);
  }

  return (
    <Button variant="secondary" aria-disabled={isBusy} onClick={save} className="justify-self-start">
      {isBusy ? "Please wait..." : "Save my data as a file"}
    </Button>
  );
}
