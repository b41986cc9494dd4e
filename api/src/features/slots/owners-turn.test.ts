import { afterEach, expect, test, vi } from 'vitest';
import { createProposal, listPages } from '../../contract/index.ts';
import { DATABASE_LIMITS } from '../../db/limits.ts';
import { buildUser } from '../../testing/builders.ts';
import { waitingStatements } from '../../testing/database-state.ts';
import { holdToken } from '../../testing/hold-token.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { PATIENT_LIMITS } from '../../testing/test-api.ts';
import { waitForTurns } from '../../testing/wait-for-turns.ts';
import { WAIT_MS } from './owners-turn.ts';
import { takenTimesRepository } from './taken-times.repository.ts';

let { me, caller, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, pageRow } = scene);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('a program that proposes while a sheet of its person is imported keeps nobody waiting', async () => {
  waitForTurns(WAIT_MS);
  const process = await api.another({}, PATIENT_LIMITS);
  const program = await holdToken(process, caller);
  const other = process.as(await buildUser(api.db));
  const importing = await api.db.transaction();
  await takenTimesRepository(importing).lock(me);
  const proposed = Array.from({ length: 2 * DATABASE_LIMITS.requests.connections }, (_, n) =>
    program.call(createProposal, { body: { facebookPageId: pageRow, content: `Bread number ${n}, from seven.` } }),
  );
  await expect.poll(() => waitingStatements(api.db)).toBeGreaterThan(0);
  try {
    expect((await other.call(listPages)).status).toBe(200);
    expect(await waitingStatements(api.db)).toBe(1);
  } finally {
    await importing.commit();
  }
  const statuses = (await Promise.all(proposed)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201]));
});
