import type { Logger } from 'pino';
import type { Fact } from './outbox.repository.ts';

/**
 * What `tell` makes of a fact. One with a reason that cannot be put in words, by a broken row or a fault of ours, is
 * told without it. One that cannot be told at all is set aside and logged: those of everybody else come behind it.
 * @returns null for one that was set aside
 */
export function toldOf<Told>(fact: Fact, tell: (fact: Fact) => Told, log: Pick<Logger, 'error'>): Told | null {
  for (const known of [fact, { ...fact, problem: null, params: {} }]) {
    try {
      return tell(known);
    } catch (error) {
      log.error({ err: error, factId: fact.id, kind: fact.kind }, 'outbox.fact-not-told');
    }
  }
  return null;
}
