import { createHash, randomBytes } from 'node:crypto';

/**
 * The chain over the audit log. The hash of a line is over all that it says and the hash of the line before it. What a
 * deleted account takes out of a line is in there by a hash of its own, made with a salt that goes with it: then nobody
 * can find out what stood there, and the chain is as whole as before. `deploy/verify-audit.mjs` checks it without us.
 */

/** What the first line follows. */
export const BEGINNING = '0'.repeat(64);

/** What a line says of people, by name. */
export type People = Readonly<Record<string, string | null>>;

/** What is under one hash. */
export interface ChainedLine {
  readonly position: number;
  readonly previous: string;
  readonly sealedAt: string;
  readonly id: number;
  readonly at: string;
  readonly environment: string;
  readonly action: string;
  readonly token: string | null;
  /** Without names and ids of people. */
  readonly before: object | null;
  readonly after: object | null;
}

export interface Seal {
  readonly hash: string;
  readonly commitments: Readonly<Record<string, string>>;
  readonly salts: Readonly<Record<string, string>>;
}

export function sealOf(line: ChainedLine, people: People): Seal {
  const salts = Object.fromEntries(Object.keys(people).map((name) => [name, randomBytes(16).toString('hex')]));
  const commitments = Object.fromEntries(
    Object.entries(people).map(([name, value]) => [name, hashOf(`${salts[name]}${canonical(value)}`)]),
  );
  return { hash: hashOf(canonical({ ...line, people: commitments })), commitments, salts };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The same text for the same value: JSON with the names of each object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
