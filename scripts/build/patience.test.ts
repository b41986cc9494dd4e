import path from 'node:path';
import { expect, test } from 'vitest';
import { CURRENT_VERSION_MS, LATE_PART_MS, PATIENCE_MS } from '../../shell/src/kit/runtime/patience.ts';
import { frontEndNames } from '../packages.ts';
import { ROOT } from '../paths.ts';
import type { Configure } from './command.ts';

test.each(frontEndNames())('%s gives a chunk that does not come no longer than its share', async (name) => {
  const { default: configure } = (await import(path.join(ROOT, name, 'rspack.config.ts'))) as {
    default: Configure;
  };
  expect(configure({}, {}).output?.chunkLoadTimeout).toBe(LATE_PART_MS);
});

test('every share leaves something for the version before, and all stay under nine seconds', () => {
  expect(Math.max(CURRENT_VERSION_MS, LATE_PART_MS)).toBeLessThan(PATIENCE_MS - 2000);
  expect(PATIENCE_MS).toBeLessThan(9000);
});
