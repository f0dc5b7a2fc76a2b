import type { ToastMessage } from "~/ui/toast";
import type { ShareOutcome } from "./share-home";

/** What a visitor sees; their own choice in the phone's list needs no word. */
export const SHARE_TOASTS = {
  copied: { title: "Link copied" },
  failed: {
    title: "The link could not be copied",
    description: "Copy it from the address bar of your browser.",
    variant: "destructive",
  },
} satisfies Record<Exclude<ShareOutcome, "shared" | "cancelled">, ToastMessage>;
