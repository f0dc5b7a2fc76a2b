import { useNonce } from "./nonce";

/** A script of a few bytes inside the page. Browsers hide a nonce from scripts, so hydration must not compare it. */
export function InlineScript({ code }: { code: string }) {
  // oxlint-disable-next-line react/no-danger -- the callers' code is constant or made of escaped JSON
  return <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
