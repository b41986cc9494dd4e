/** A text as data: on one line, in quotation marks, and without a tag that could end a fence. */
export function asData(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}
