import type { Break } from './find-breaks.ts';

/** Enough to see what happened; the rest follows from it as a rule. */
const LONGEST = 150;
const IN_SHORT = { separator: ' ', most: 8 };

/** A version whose uses do not fit. */
export interface Broken {
  readonly name: string;
  readonly version: string;
  readonly breaks: readonly Break[];
}

/**
 * Each member once, with who uses it: `Button.busy of the kit is gone, and mf_history 1.4.0 to 1.2.1 use it.`
 * @param broken the newest version of each first
 */
export function describeBroken(broken: readonly Broken[], how = IN_SHORT): string {
  const users = new Map<string, Map<string, string[]>>();
  for (const { name, version, breaks } of broken)
    for (const { member, what } of breaks) {
      const text = `${shortOf(member)} ${what}`;
      const of = users.get(text) ?? new Map<string, string[]>();
      users.set(text, of.set(name, [...(of.get(name) ?? []), version]));
    }
  const all = [...users].map(([text, of]) => {
    const names = [...of].map(([name, versions]) => `${name} ${rangeOf(versions)}`);
    const isOne = names.length === 1 && [...of.values()][0]?.length === 1;
    return `${text}, and ${listed(names)} ${isOne ? 'uses' : 'use'} it.`;
  });
  return joined(all, how);
}

/** The same of one version that is newer than what it would meet. */
export function describeMissing(breaks: readonly Break[]): string {
  return joined(
    breaks.map(({ member, what }) => `${shortOf(member)} ${AS_NEWER.get(what) ?? withoutNow(what)}.`),
    IN_SHORT,
  );
}

/** What a build calls its members is its own affair. */
const shortOf = (member: string): string => (member.length > LONGEST ? `${member.slice(0, LONGEST - 1)}…` : member);

const AS_NEWER = new Map([
  ['is gone', 'is not there'],
  ['is no longer shared', 'is not shared'],
  ['is no function any more', 'is no function'],
]);

function withoutNow(what: string): string {
  return what
    .replace('no longer takes', 'does not take')
    .replace('no longer has', 'does not have')
    .replace(/ now\b/, '');
}

function rangeOf(versions: readonly string[]): string {
  const [newest = '', ...older] = versions;
  return older.length === 0 ? newest : `${newest} to ${older.at(-1)}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function joined(sentences: readonly string[], { separator, most }: typeof IN_SHORT): string {
  const left = sentences.length - most;
  const shown = left <= 0 ? sentences : [...sentences.slice(0, most), `${left} more do not fit either.`];
  return shown.join(separator);
}
