import type { PageBackend } from "~/data/page-backend";
import { transparencyMonths } from "~/data/transparency";
import type { TransparencyMonth } from "~/domain/transparency";

/** The months, or null on a site without a database. */
export function loadTransparency(backend: PageBackend): Promise<TransparencyMonth[] | null> {
  return backend.read(transparencyMonths, null);
}
