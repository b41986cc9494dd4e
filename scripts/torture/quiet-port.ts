import { randomInt } from 'node:crypto';
import { freePort } from '../ports.ts';

/** Systems give ports from 32768 on to outgoing connections: one of those could be taken while its owner is being restarted. */
const [FROM, BELOW] = [20_000, 32_000];
const TRIES = 50;

/** A free port that stays free while nobody listens on it. */
export async function quietPort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await freePort(randomInt(FROM, BELOW)).catch(() => null);
    if (port !== null) return port;
  }
  throw new Error(`No port between ${FROM} and ${BELOW} is free`);
}
