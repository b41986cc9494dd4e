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
];
/** Read at once, so that no export holds more than this in memory. */
const CHUNK = 500;

/** The log as CSV (RFC 4180), chunk by chunk, the newest first. */
export async function* auditCsv(audit: Pick<AuditRepository, 'after'>, wanted: AuditWanted): AsyncGenerator<string> {
  // Spreadsheets take a file without this mark for one of their own old encoding.
  yield `\uFEFF${lineOf(COLUMNS)}`;
  let last: AuditEntry | null = null;
  do {
    const entries: AuditEntry[] = await audit.after(wanted, last, CHUNK);
    yield entries.map((entry) => lineOf(cellsOf(entry))).join('');
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
  ];
}

const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`;

/** What a spreadsheet would run as a formula, also by signs of double width, is kept from it by an apostrophe. */
function cellOf(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
