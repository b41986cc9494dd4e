import { BEGINNING } from './audit-chain.ts';
import type { Head } from './audit-seals.repository.ts';
import type { SealingAudit } from './sealing-audit.ts';

/** Read at once, so that no export holds more than this in memory. */
const CHUNK = 500;
/** Some seconds. More are there only when nobody has ever sealed any. */
const MOST_SEALED_MEANWHILE = 5000;
/** Where lines are written all the time, somebody would wait for ever. */
const MOST_ROUNDS = 20;

type Seals = Pick<SealingAudit, 'after' | 'head' | 'sealAll'>;

/**
 * The log as lines of JSON, chunk by chunk, the oldest first. The line after them says how many they are, with the hash
 * of the last one. Of somebody who is forgotten while it goes out it has the line that says so, too: without that, the
 * names that are gone would pass for forged ones.
 */
export async function* auditJsonl(seals: Seals): AsyncGenerator<string> {
  let written: Head = { position: 0, hash: BEGINNING };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await seals.sealAll(MOST_SEALED_MEANWHILE);
    const head = await seals.head();
    if (head.position === written.position) break;
    yield* linesBetween(seals, written.position, head.position);
    written = head;
  }
  yield `${JSON.stringify({ head: written.hash, lines: written.position })}\n`;
}

async function* linesBetween(seals: Seals, after: number, until: number): AsyncGenerator<string> {
  for (let position = after; position < until;) {
    const lines = (await seals.after(position, CHUNK)).filter((line) => line.position <= until);
    yield lines.map((line) => `${oneLine(line)}\n`).join('');
    const last = lines.at(-1);
    if (last === undefined) break;
    position = last.position;
  }
}

/** Also for readers to whom these end a line, such as Node's; the same value to all others. */
function oneLine(line: object): string {
  return JSON.stringify(line).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
