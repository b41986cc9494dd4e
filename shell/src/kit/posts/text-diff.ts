/** A stretch of a text: in both, in the new one alone, or in the old one alone. */
export interface Stretch {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Comparing costs the product of both lengths: of longer texts only the middle that differs is one stretch. */
const MOST_WORDS = 800;

/** What became of a text, word by word. */
export function textDiff(before: string, after: string): Stretch[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const room = Math.min(old.length, now.length) - start;
  while (end < room && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = middleOf(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return joined([...now.slice(0, start).map(same), ...middle, ...(end === 0 ? [] : now.slice(-end).map(same))]);
}

const same = (text: string): Stretch => ({ kind: 'same', text });
const wordsOf = (text: string): string[] => text.match(/\S+|\s+/g) ?? [];

function middleOf(old: readonly string[], now: readonly string[]): Stretch[] {
  const whole: Stretch[] = [
    ...old.map((text): Stretch => ({ kind: 'removed', text })),
    ...now.map((text): Stretch => ({ kind: 'added', text })),
  ];
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) return whole;
  // How many words the rest of both has in common, from each place on.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i]![j] = old[i] === now[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const stretches: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      stretches.push(same(now[j]!));
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      stretches.push({ kind: 'removed', text: old[i]! });
      i += 1;
    } else {
      stretches.push({ kind: 'added', text: now[j]! });
      j += 1;
    }
  }
  return stretches;
}

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
