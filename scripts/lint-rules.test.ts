import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from './paths.ts';
import { runTool } from './step.ts';

/** A checkout with nothing in it but the rules. */
let checkout = '';

beforeAll(() => {
  checkout = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-lint-'));
  fs.copyFileSync(path.join(ROOT, '.oxlintrc.json'), path.join(checkout, '.oxlintrc.json'));
  for (const folder of ['node_modules', 'scripts']) fs.symlinkSync(path.join(ROOT, folder), path.join(checkout, folder));
});
afterAll(() => { fs.rmSync(checkout, { recursive: true, force: true }); });

async function lintOf(file: string, code: string): Promise<string> {
  const absolute = path.join(checkout, file);
  fs.mkdirSync(path.dirname(absolute), { recursive: true });
  fs.writeFileSync(absolute, `${code}\n`);
  const { output } = await runTool(path.join(ROOT, 'node_modules/.bin/oxlint'), ['--config', path.join(checkout, '.oxlintrc.json'), absolute]);
  return output;
}

test.each([
  ['a remote from a remote', 'mf-history/src/a.ts', "export { x } from '../../mf-generator/src/b.ts';", 'A remote never imports a remote'],
  ['a remote from the host', 'mf-history/src/b.ts', "export { x } from '../../shell/src/app/b.ts';", 'Of the shell, a remote may import'],
  ['a remote from the primitives', 'mf-history/src/c.ts', "export { Dialog } from '@base-ui/react/dialog';", "Use the kit's parts"],
  ['a remote from a router of its own', 'mf-history/src/d.ts', "export { Link } from 'react-router';", "The router is the shell's alone"],
  ['the host from a remote', 'shell/src/app/a.ts', "export { x } from '../../../mf-history/src/b.ts';", 'The shell knows no remote at build time'],
  ['the kit from the host', 'shell/src/kit/a.ts', "export { x } from '../app/b.ts';", 'must not reach into the host'],
  ['the contract from the whole zod', 'api/src/contract/a.ts', "export { z } from 'zod';", 'The contract imports zod/mini and itself'],
  ['the contract from the API', 'api/src/contract/b.ts', "export { x } from '../db/b.ts';", 'The contract imports zod/mini and itself'],
  ['the API from a front end', 'api/src/features/a.ts', "export { x } from '../../../shell/src/kit/b.ts';", 'The API knows no front end'],
  ['the API from the sandbox', 'api/src/b.ts', "export { x } from '../sandbox/b.ts';", 'The product has no branch for the sandbox'],
  ['all date functions for one', 'api/src/f.ts', "export { addDays } from 'date-fns';", 'Take each function from its own file'],
  ['the sandbox from the API', 'api/sandbox/a.ts', "export { x } from '../src/b.ts';", 'The sandbox is a program of its own'],
])('an import of %s is refused with what to do instead', async (_case, file, code, message) => {
  expect(await lintOf(file, code)).toContain(message);
});

test('what may be imported is let through', async () => {
  expect(await lintOf('mf-history/src/fine.ts', "export { Button } from '@pagecast/shell/kit';\nexport { listPosts } from '@pagecast/api/contract';")).toContain('Found 0 warnings and 0 errors');
  expect(await lintOf('api/src/contract/fine.ts', "export * as z from 'zod/mini';\nexport { x } from './other.ts';")).toContain('Found 0 warnings and 0 errors');
});

test('a default export, a console line of the API and any are refused', async () => {
  expect(await lintOf('api/src/c.ts', 'export default 1;')).toContain('no-default-export');
  expect(await lintOf('api/src/d.ts', "console.log('here');")).toContain('no-console');
  expect(await lintOf('api/src/e.ts', 'export const x: any = 1;')).toContain('no-explicit-any');
});

test.each(['Date.now()', "Date['now']()", '(() => Date.now)()()', 'new Date().getTime()', 'Date()'])('where it is decided when something goes out, the clock of the machine is refused: %s', async (code) => {
  for (const folder of ['publishing', 'publishing/targets', 'posts', 'automation']) {
    expect(await lintOf(`api/src/features/${folder}/clock.ts`, `export const x = ${code};`)).toContain('ask the database for the time');
  }
  expect(await lintOf('api/src/features/posts/fine.ts', 'export const x = (at: string) => [new Date(at), performance.now()];')).toContain('Found 0 warnings and 0 errors');
});
