/** "83 %", rounded down, so that all is all; "–" where nothing was due. */
export function shareInWords(share: number | null): string {
  return share === null ? "–" : `${Math.floor(share * 100)} %`;
}
