import { findPackageJSON } from "node:module";
import path from "node:path";

/** The root folder of the product, also for the built server, whose modules are elsewhere. */
export const PRODUCT_FOLDER = path.dirname(findPackageJSON(import.meta.url) ?? "");
