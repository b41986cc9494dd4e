import { CSV_MARK, csvLine } from '../../http/csv.ts';
import type { AuditEntry, AuditRepository, AuditWanted } from './audit.repository.ts';

const COLUMNS = [
  'Time (UTC)',
  'Person',
  'Facebook ID',
  'Impersonating',
  'Impersonated Facebook ID',
  'Action',
  'Subject',
  'Before',
  'After',
  'Environment',
  'IP address',
  // Last, since some may read the others by their places.
  'Token',
];
/** Read at once, so that no export holds more than this in memory. */
const CHUNK = 500;

/** The log as CSV (RFC 4180), chunk by chunk, the newest first. */
export async function* auditCsv(audit: Pick<AuditRepository, 'after'>, wanted: AuditWanted): AsyncGenerator<string> {
  yield `${CSV_MARK}${csvLine(COLUMNS)}`;
  let last: AuditEntry | null = null;
  do {
    const entries: AuditEntry[] = await audit.after(wanted, last, CHUNK);
    yield entries.map((entry) => csvLine(cellsOf(entry))).join('');
    last = entries.at(-1) ?? null;
  } while (last !== null);
}

function cellsOf({ at, actor, action, subject, before, after }: AuditEntry): string[] {
  return [
    at.toISOString().slice(0, 19).replace('T', ' '),
    actor.person.name,
    actor.person.facebookId,
    actor.impersonated?.name ?? '',
    actor.impersonated?.facebookId ?? '',
    action,
    subject,
    before === null ? '' : JSON.stringify(before),
    after === null ? '' : JSON.stringify(after),
    actor.environment,
    actor.ip ?? '',
    actor.token ?? '',
  ];
}
