import type { AuditEntry } from '@pagecast/api/contract';

export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** What differs between before and after, a line a field; a value that was not there is null. */
export function describeChange({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({
      field: fieldWords(field),
      before: valueWords(before?.[field]),
      after: valueWords(after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}

/** 'access.role-changed' -> 'Access: role changed' */
export function actionWords(action: string): string {
  const [area = '', ...rest] = action.split('.');
  const capital = spaced(area).replace(/^./, (letter) => letter.toUpperCase());
  return rest.length === 0 ? capital : `${capital}: ${spaced(rest.join(' '))}`;
}

function fieldWords(field: string): string {
  return spaced(field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
}

function spaced(text: string): string {
  return text.replace(/[-_]/g, ' ');
}

function valueWords(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && value === '') return 'empty';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
