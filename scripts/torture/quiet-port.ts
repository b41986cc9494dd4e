import { randomInt } from 'node:crypto';
import { freePort } from '../ports.ts';

/**
 * Systems give ports from 32768 on to outgoing connections: one of those could be taken while its owner is being
 * restarted.
 */
const [FROM, BELOW] = [20_000, 32_000];
const TRIES = 50;

/** A free port that stays free while nobody listens on it. */
export async function quietPort(): Promise<number> {
  const port = await freePort(Array.from({ length: TRIES }, () => randomInt(FROM, BELOW)));
  if (port >= BELOW) throw new Error(`No port between ${FROM} and ${BELOW} is free`);
  return port;
}
