/**
 * The beginning of a text, of at most `length` UTF-16 units. No character is cut in two: half of one can be kept in no
 * JSON of the database, and other servers refuse it.
 */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '');
}
