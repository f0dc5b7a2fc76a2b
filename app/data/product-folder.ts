import { findPackageJSON } from "node:module";
import path from "node:path";

/** Where the product lies, also for the built server, in which modules stand elsewhere than here. */
export const PRODUCT_FOLDER = path.dirname(findPackageJSON(import.meta.url) ?? "");
