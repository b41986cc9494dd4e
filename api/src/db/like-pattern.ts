/** The pattern of `like` and `ilike` for text that holds just these letters: `%` and `_` in them mean themselves. */
export function containing(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
