/** Few visitors report anything: neither the dialog nor what sends it is part of a page until one of them does. */
export function loadReporting() {
  return import("./reporting");
}
