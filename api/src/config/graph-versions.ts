export const DEFAULT_GRAPH_VERSION = 'v19.0';

/**
 * When Facebook stops to serve each version; null where it has not said so. Calls to one that is over are answered by
 * the oldest that is left, without an error. Source: the table of versions in the changelog of the Graph API.
 */
const ENDS: readonly (readonly [version: string, end: string | null])[] = [
  ['v19.0', '2026-05-21'],
  ['v20.0', '2026-09-24'],
  ['v21.0', '2027-01-21'],
  ['v22.0', null],
  ['v23.0', null],
  ['v24.0', null],
  ['v25.0', null],
  ['v26.0', null],
];

const rank = (version: string) => Number(version.slice(1));

/** What becomes of calls to a version, in a sentence for who runs the product; null where there is nothing to know. */
export function describeGraphVersion(asked: string, now: Date): string | null {
  const left = ENDS.filter(([, end]) => end === null || new Date(end) > now);
  const [[oldest, oldestEnd] = ['', null], [following] = ['']] = left;
  const end = ENDS.find(([version]) => version === asked)?.[1] ?? null;
  if (rank(asked) >= rank(oldest))
    return end === null
      ? null
      : `FB_GRAPH_VERSION is ${asked}. Facebook serves it until ${dateOf(end)}, and ${following} after that.`;
  const stopped = end === null ? 'no longer serves' : `stopped serving on ${dateOf(end)}`;
  const next = oldestEnd === null ? '' : `, and with ${following} from ${dateOf(oldestEnd)} on`;
  return `FB_GRAPH_VERSION is ${asked}, which Facebook ${stopped}. It answers with ${oldest} instead${next}.`;
}

function dateOf(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
