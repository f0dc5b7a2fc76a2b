import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

const WAIT = "One moment, please...";

/** Titles and loading text by path or prefix. Titles must match those of the pages (e2e/slow-pages.spec.ts). */
const FRAMES: Record<string, [title: string, text?: string]> = {
  "/": ["Recent Reviews", "Loading recent reviews..."],
  "/homes": ["Homes by city", "Loading homes..."],
  "/homes/": ["Homes", "Loading homes..."],
  "/deposit": ["Get your deposit back"],
  "/deposits": ["Deposits: what tenants got back", "Loading deposits..."],
  "/compare": ["Compare homes", "Loading homes..."],
  "/submit-review": ["Submit a Review"],
  "/blog": ["Renting advice and city guides", "Loading articles..."],
  "/blog/": ["Blog", "Loading the article..."],
  "/about": ["About us"],
  "/review-policy": ["Review Policy"],
  "/terms": ["Terms of Use"],
  "/privacy": ["Privacy"],
  "/how-reviews-are-checked": ["How reviews are checked"],
  "/grievance": ["File a complaint"],
  "/grievance/": ["Complaint"],
  "/transparency": ["Transparency"],
  "/login": ["Log in"],
  "/signup": ["Create an account"],
  "/forgot-password": ["Forgot your password?"],
  "/update-password": ["Set a new password"],
  "/account": ["Your account"],
  "/answer/": ["Answer a review"],
  "/desk": ["The desk"],
};

/** A placeholder for a page that loads slowly. */
export function PageFrame({ path }: { path: string }) {
  const [title, text = WAIT] = FRAMES[path] ?? FRAMES[path.replace(/(?<=^\/[^/]+\/).*/, "")] ?? [WAIT];
  return (
    <Page title={title}>
      <Notice tone="loading">{text}</Notice>
    </Page>
  );
}
