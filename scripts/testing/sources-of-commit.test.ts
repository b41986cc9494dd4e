import { afterEach, expect, test, vi } from 'vitest';
import { missCommit, unpackCommit } from './sources-of-commit.ts';

const NOWHERE = '0'.repeat(40);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a commit that nobody has is not unpacked', async () => {
  expect(await unpackCommit(NOWHERE, '/nowhere', [])).toBe(false);
});

test('at a desk a test that needs it is left out with a word; where CI is set its file fails', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubEnv('CI', undefined);
  missCommit('an upgrade', NOWHERE);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    `No test of an upgrade: this checkout has no commit ${NOWHERE}, and no origin that gives it.`,
  );
  vi.stubEnv('CI', 'true');
  expect(() => missCommit('an upgrade', NOWHERE)).toThrow(`has no commit ${NOWHERE}`);
});
