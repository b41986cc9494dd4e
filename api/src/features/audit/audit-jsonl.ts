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
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const last = lines.at(-1);
    if (last === undefined) break;
    position = last.position;
  }
  yield `${JSON.stringify({ head: head.hash, lines: head.position })}\n`;
}
