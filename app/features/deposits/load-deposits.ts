import { depositFigures } from "~/data/deposits";
import type { PageBackend } from "~/data/page-backend";
import type { CityDeposits } from "~/domain/deposits";

/** The cities with ten answers; none on a site without a database. (spec 10) */
export function loadDeposits(backend: PageBackend): Promise<CityDeposits[]> {
  return backend.read(depositFigures, []);
}
