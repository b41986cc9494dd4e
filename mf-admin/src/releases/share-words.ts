import type { ReleaseShare } from '@pagecast/api/contract';

/** Whom a version is for, such as "5% of people and 2 by name". */
export function extentWords({ percent, people }: Pick<ReleaseShare, 'percent' | 'people'>): string {
  const named = people.length === 0 ? [] : [`${people.length} by name`];
  if (percent === 0) return people.length === 1 ? '1 person by name' : `${people.length} people by name`;
  return [`${percent}% of people`, ...named].join(' and ');
}

/** What became of a share; null while it grows. */
export function endWords(share: ReleaseShare): string | null {
  const until = {
    growing: null,
    promoted: 'then made current',
    aborted: 'then aborted',
    'taken-back': 'then taken back by Pagecast',
  }[share.state];
  if (until === null) return null;
  return `Shared with ${extentWords(share)}, ${until}`;
}
