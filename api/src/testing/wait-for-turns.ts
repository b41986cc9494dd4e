import { vi } from 'vitest';

const { setTimeout: realTimeout } = globalThis;

/**
 * Whoever waits for a turn goes on waiting, however long a busy machine takes to come to what ends it, until all mocks
 * are restored.
 * @param mostMs how long the product waits for that turn
 */
export function waitForTurns(mostMs: number): void {
  const patiently = (work: () => void, ms?: number) =>
    ms === mostMs ? realTimeout(() => {}, 0) : realTimeout(work, ms);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(patiently as typeof setTimeout);
}
