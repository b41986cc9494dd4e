import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './paths.ts';

/** Some wait for a database, a process or a time that passes: one more than there are cores keeps each core busy. */
const EVERY_CORE_AND_ONE = os.availableParallelism() + 1;
const GIGABYTE = 1024 ** 3;
/** Whole products side by side, each with processes, and some with a browser, of its own. They compute for a third to a half of their time; two more take 4 GB more memory. */
const PRODUCTS_AT_ONCE = os.totalmem() > 12 * GIGABYTE ? 4 : 2;
/**
 * How long a test waits for what has to come: far longer than it takes, so that a busy machine fails none. What the product
 * promises in seconds is measured on clocks that tests hold.
 */
const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };
/** After the others: tests that run side by side must take the same number of workers. */
const PRODUCTS_GROUP = 1;

/** Crash points mostly wait, journeys mostly compute: each goes beside the other, a file of the former to two of the latter. */
class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const {
      torture = [],
      e2e = [],
      others = [],
    } = Object.groupBy(await super.sort(files), ({ project: { name } }) =>
      name === 'torture' || name === 'e2e' ? name : 'others',
    );
    const mixed = torture.flatMap((file, n) => [file, ...e2e.slice(2 * n, 2 * n + 2)]);
    return [...others, ...mixed, ...e2e.slice(2 * torture.length)];
  }
}

/** One project per kind of test: each has its own world and its own way of being prepared. */
export default defineConfig({
  root: ROOT,
  test: {
    sequence: { sequencer: MixedSequencer },
    projects: [
      {
        test: {
          ...PATIENT,
          name: 'scripts',
          maxWorkers: EVERY_CORE_AND_ONE,
          include: ['scripts/**/*.test.ts'],
          exclude: ['scripts/torture/**'],
          environment: 'node',
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'api',
          maxWorkers: EVERY_CORE_AND_ONE,
          include: ['api/src/**/*.test.ts', 'api/sandbox/**/*.test.ts'],
          // Files share what they import, and nothing else: each has a database, an app and a sandbox of its own.
          isolate: false,
          environment: 'node',
          globalSetup: ['scripts/testing/postgres-setup.ts'],
        },
      },
      {
        test: {
          // Each file runs databases and API processes of its own, and kills them.
          ...PATIENT,
          name: 'torture',
          include: ['scripts/torture/**/*.test.ts'],
          environment: 'node',
          maxWorkers: PRODUCTS_AT_ONCE,
          sequence: { groupOrder: PRODUCTS_GROUP },
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'screens',
          maxWorkers: EVERY_CORE_AND_ONE,
          include: ['shell/src/**/*.test.{ts,tsx}', 'mf-*/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Their window is swept between them, and their modules are loaded anew: see the set-up file.
          isolate: false,
          setupFiles: ['scripts/testing/jsdom-setup.ts'],
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'e2e',
          include: ['shell/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['scripts/testing/postgres-setup.ts', 'scripts/testing/product-setup.ts'],
          maxWorkers: PRODUCTS_AT_ONCE,
          sequence: { groupOrder: PRODUCTS_GROUP },
        },
      },
    ],
  },
});
