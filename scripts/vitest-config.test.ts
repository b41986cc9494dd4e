import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './paths.ts';
import config, { LONGEST } from './vitest.config.ts';

test('projects that run side by side take the same number of workers', () => {
  const workersOf = new Map<number, Set<unknown>>();
  for (const project of config.test?.projects ?? []) {
    if (typeof project !== 'object' || !('test' in project))
      throw new Error('Every project is written out in vitest.config.ts');
    const { sequence, maxWorkers } = project.test ?? {};
    const group = sequence?.groupOrder ?? 0;
    workersOf.set(group, (workersOf.get(group) ?? new Set()).add(maxWorkers));
  }
  for (const workers of workersOf.values()) expect([...workers]).toHaveLength(1);
});

test('files that go first are there: one that was moved would go last, and run by itself', () => {
  expect(LONGEST.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
});
