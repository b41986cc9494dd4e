/** The page number in the address; 1 for anything that is none. */
export function readPageNumber(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
