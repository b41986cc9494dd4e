import { diffWordsWithSpace } from 'diff';

/** A stretch of a text: in both, in the new one alone, or in the old one alone. */
export interface Stretch {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Comparing costs the product of the text and what changed: from here on all of it is one change. */
const MOST_CHANGES = 1500;

/** What became of a text, word by word. */
export function textDiff(before: string, after: string): Stretch[] {
  const found = diffWordsWithSpace(before, after, { maxEditLength: MOST_CHANGES });
  if (found === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  return joined(found.map(({ value, added, removed }): Stretch => ({ kind: kindOf(added, removed), text: value })));
}

function kindOf(added: boolean, removed: boolean): Stretch['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

const same = (text: string): Stretch => ({ kind: 'same', text });

/** Words side by side that changed are one change, with the spaces between them: so people read it, and hear it. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  let change = { removed: '', added: '' };
  /** Spaces that belong to the change if another one follows. */
  let spaces = '';
  const end = () => {
    if (change.removed !== '') all.push({ kind: 'removed', text: change.removed });
    if (change.added !== '') all.push({ kind: 'added', text: change.added });
    const last = all.at(-1);
    if (spaces !== '' && last?.kind === 'same') all[all.length - 1] = same(last.text + spaces);
    else if (spaces !== '') all.push(same(spaces));
    change = { removed: '', added: '' };
    spaces = '';
  };
  for (const { kind, text } of stretches) {
    const isInChange = change.removed + change.added !== '';
    if (kind === 'same' && isInChange && text.trim() === '') {
      spaces += text;
    } else if (kind === 'same') {
      end();
      const last = all.at(-1);
      if (last?.kind === 'same') all[all.length - 1] = same(last.text + text);
      else all.push(same(text));
    } else {
      // What was only added, or only removed, has its own spaces.
      const isBoth = change.removed !== '' && change.added !== '';
      if (spaces !== '' && !isBoth) end();
      change = { removed: change.removed + spaces, added: change.added + spaces };
      spaces = '';
      change[kind] += text;
    }
  }
  end();
  return all;
}
