/** Few visitors report anything, so the dialog and its code are downloaded on demand. */
export function loadReporting() {
  return import("./reporting");
}
