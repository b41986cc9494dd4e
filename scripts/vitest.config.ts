import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './paths.ts';

const GIGABYTE = 1024 ** 3;
/**
 * Many wait for a database, a process or a time that passes: three more than there are cores keep each core busy to the
 * end. A file may run a whole product with a browser, which takes up to 2 GB; as much is left to everything else.
 */
const AT_ONCE = Math.max(2, Math.min(os.availableParallelism() + 3, Math.floor(os.totalmem() / (4 * GIGABYTE))));
/**
 * How long a test waits for what has to come: far longer than it takes, so that a busy machine fails none. What the
 * product promises in seconds is measured on clocks that tests hold.
 */
const COMMON = {
  maxWorkers: AT_ONCE,
  // Processes of the product that tests start share what they have compiled: about fifty of the same files.
  env: { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled') },
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 180_000 } },
};
/** Stands in for the library of schemas: a screen that parses fails (see `rspack.common.ts`). */
const NO_SCHEMAS = path.join(ROOT, 'scripts/build/no-schemas.cjs');

/**
 * Files that take longest, longest first: none is left to run by itself in the end. A file that is not here goes by its
 * size.
 */
export const LONGEST = [
  'shell/e2e/robots.test.ts',
  'shell/e2e/screens.test.ts',
  'scripts/torture/kill-points.test.ts',
  'shell/e2e/remote-files.test.ts',
  'scripts/torture/torture.test.ts',
  'shell/e2e/screen-states.test.ts',
  'shell/e2e/plan-posts.test.ts',
  'shell/e2e/when-it-goes-wrong.test.ts',
  'shell/e2e/post-media.test.ts',
  'shell/e2e/same-builds.test.ts',
  'shell/e2e/release-from-elsewhere.test.ts',
  'shell/e2e/remote-code.test.ts',
  'shell/e2e/own-repository.test.ts',
  'shell/e2e/skew.test.ts',
  'shell/e2e/compose-a-post.test.ts',
  'shell/e2e/new-area.test.ts',
  'shell/e2e/admin-panel.test.ts',
  'shell/e2e/attacks.test.ts',
  'shell/e2e/remote-switch.test.ts',
  'shell/e2e/keyboard.test.ts',
  'shell/e2e/shell-versions.test.ts',
  'scripts/torture/side-by-side.test.ts',
  'shell/e2e/end-a-doubt.test.ts',
  'scripts/torture/skew.test.ts',
  'scripts/torture/dead-lines.test.ts',
  'scripts/release.test.ts',
  'scripts/compat.test.ts',
  'api/src/security/hostile-input.test.ts',
  'api/src/main.test.ts',
  'api/src/features/automation/thirty-days.test.ts',
  'api/src/security/who-may-call.test.ts',
  'api/src/features/events/live-events.test.ts',
  'api/src/features/sheets/sheets.test.ts',
  'api/src/features/media/uploads.test.ts',
];

/**
 * Whole products go first, since they take longest. Crash points mostly wait, journeys mostly compute: each goes beside
 * the other, a file of the former to two of the latter. Screens come last, whose files are short.
 */
class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((a, b) => placeAmongLongest(a) - placeAmongLongest(b));
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    const [torture, e2e] = [of('torture'), of('e2e')];
    const mixed = torture.flatMap((file, n) => [file, ...e2e.slice(2 * n, 2 * n + 2)]);
    return [...mixed, ...e2e.slice(2 * torture.length), ...of('scripts'), ...of('api'), ...of('screens')];
  }
}

function placeAmongLongest({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId === path.join(ROOT, file));
  return place === -1 ? LONGEST.length : place;
}

/** One project per kind of test: each has its own world and its own way of being prepared. */
export default defineConfig({
  root: ROOT,
  test: {
    sequence: { sequencer: MixedSequencer },
    projects: [
      {
        test: {
          ...COMMON,
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          exclude: ['scripts/torture/**'],
          environment: 'node',
        },
      },
      {
        test: {
          ...COMMON,
          name: 'api',
          include: ['api/{src,sandbox,agents}/**/*.test.ts'],
          // Files share what they import, and nothing else: each has a database, an app and a sandbox of its own.
          isolate: false,
          environment: 'node',
          globalSetup: ['scripts/testing/postgres-setup.ts', 'scripts/testing/provoked-setup.ts'],
          setupFiles: ['scripts/testing/one-connection-setup.ts'],
        },
      },
      {
        test: {
          // Each file runs databases and API processes of its own, and kills them.
          ...COMMON,
          name: 'torture',
          include: ['scripts/torture/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['scripts/testing/programs-setup.ts'],
          // They share what they import, and nothing else.
          isolate: false,
        },
      },
      {
        // As in what is built: to make all schemas of the contract anew takes as long as the tests of many a file.
        resolve: { alias: [{ find: /^zod\/mini$/, replacement: NO_SCHEMAS }] },
        test: {
          ...COMMON,
          name: 'screens',
          // As it stands, like a package.
          server: { deps: { external: [/no-schemas\.cjs$/] } },
          include: ['shell/src/**/*.test.{ts,tsx}', 'mf-*/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Each file has a window and modules of its own; what takes longest to load, jsdom itself, is a worker's.
          pool: 'vmForks',
          // A file is over before what is compiled with the greatest care would be of use to it.
          execArgv: ['--no-opt'],
          setupFiles: ['scripts/testing/jsdom-setup.ts'],
        },
      },
      {
        test: {
          ...COMMON,
          name: 'e2e',
          include: ['shell/e2e/**/*.test.ts'],
          environment: 'node',
          // Files of a worker share a browser, and nothing in it: each has a product and its tests have contexts of
          // their own.
          isolate: false,
          // Each look goes to the browser and back, and most wait for what takes a second.
          expect: { poll: { ...COMMON.expect.poll, interval: 200 } },
          globalSetup: [
            'scripts/testing/postgres-setup.ts',
            'scripts/testing/product-setup.ts',
            'scripts/testing/programs-setup.ts',
            'scripts/testing/begun-setup.ts',
          ],
        },
      },
    ],
  },
});
