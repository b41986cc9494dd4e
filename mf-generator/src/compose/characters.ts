import { countGraphemes } from '@pagecast/shell/kit';

/** '1 character', '1,204 characters', counted as people count. */
export function characters(text: string): string {
  const count = countGraphemes(text);
  return `${count.toLocaleString('en')} ${count === 1 ? 'character' : 'characters'}`;
}
