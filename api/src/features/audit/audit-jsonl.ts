import type { SealingAudit } from './sealing-audit.ts';

/** Read at once, so that no export holds more than this in memory. */
const CHUNK = 500;

/**
 * The log as lines of JSON, chunk by chunk, the oldest first, up to the line that is the last one now. The line after
 * them says so, with its hash.
 */
export async function* auditJsonl(seals: Pick<SealingAudit, 'after' | 'head'>): AsyncGenerator<string> {
  const head = await seals.head();
  for (let position = 0; position < head.position;) {
    const lines = (await seals.after(position, CHUNK)).filter((line) => line.position <= head.position);
    yield lines.map((line) => `${oneLine(line)}\n`).join('');
    const last = lines.at(-1);
    if (last === undefined) break;
    position = last.position;
  }
  yield `${JSON.stringify({ head: head.hash, lines: head.position })}\n`;
}

/** Also for readers to whom these end a line, such as Node's; the same value to all others. */
function oneLine(line: object): string {
  return JSON.stringify(line).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
