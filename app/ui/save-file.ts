/** Saves a file on the visitor's device. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the URL after the click, so revoke it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
