import type { AuditEntry } from '@pagecast/api/contract';
import { formatDateTime } from '@pagecast/shell/kit';

export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** What differs between before and after, a line a field; a value that was not there is null. */
export function describeChange({ before, after }: Pick<AuditEntry, 'before' | 'after'>, timeZone: string): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({
      field: fieldWords(field),
      before: valueWords(before?.[field], timeZone),
      after: valueWords(after?.[field], timeZone),
    }))
    .filter((change) => change.before !== change.after);
}

/** 'access.role-changed' -> 'Access: role changed' */
export function actionWords(action: string): string {
  const [area = '', ...rest] = action.split('.');
  return rest.length === 0 ? areaWords(area) : `${areaWords(area)}: ${spaced(rest.join(' '))}`;
}

/** 'facebook-apps' -> 'Facebook apps' */
export function areaWords(area: string): string {
  return spaced(area).replace(/^./, (letter) => letter.toUpperCase());
}

function fieldWords(field: string): string {
  const words = spaced(field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
  return words.replace(/\bid\b/, 'ID').replace(/\bfacebook\b/, 'Facebook');
}

function spaced(text: string): string {
  return text.replace(/[-_]/g, ' ');
}

/** What the panel calls otherwise. */
const VALUES = new Map<unknown, string>([
  ['', 'empty'],
  ['whitelist', 'allowed'],
  ['blacklist', 'blocked'],
]);
/** As JSON has an instant. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function valueWords(value: unknown, timeZone: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value, timeZone);
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return VALUES.get(value) ?? (isPlain ? String(value) : JSON.stringify(value));
}
