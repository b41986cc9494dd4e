import { defineConfig } from 'vitest/config';

/** They mostly wait for a database, a process or a browser's stand-in; the runner's own choice leaves one of two cores idle. */
const EVERY_CORE = '100%';

/** One project per kind of test: each has its own world and its own way of being prepared. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'scripts',
          maxWorkers: EVERY_CORE,
          include: ['scripts/**/*.test.ts'],
          exclude: ['scripts/torture/**'],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'api',
          maxWorkers: EVERY_CORE,
          include: ['api/src/**/*.test.ts', 'api/sandbox/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['scripts/testing/postgres-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Each file runs databases and API processes of its own, and kills them.
          name: 'torture',
          include: ['scripts/torture/**/*.test.ts'],
          environment: 'node',
          // They wait for most of the time.
          maxWorkers: 2,
          // On machines with more or fewer cores than two, others run with another number of workers, and that must be apart.
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'screens',
          maxWorkers: EVERY_CORE,
          include: ['shell/src/**/*.test.{ts,tsx}', 'mf-*/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['scripts/testing/jsdom-setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['shell/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['scripts/testing/postgres-setup.ts', 'scripts/testing/product-setup.ts'],
          // Each file runs a product and a browser of its own: one at a time keeps small machines from timing out.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
