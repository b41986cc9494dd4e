import { SHELL, type NavEntry } from '../../contract/remotes.ts';

const LABELS = new Intl.ListFormat('en-GB');

/** As administrators read it. */
export function areaLabel(name: string, nav: readonly NavEntry[]): string {
  if (name === SHELL) return 'Shell';
  return nav.length === 0 ? name : LABELS.format(nav.map(({ label }) => label));
}
