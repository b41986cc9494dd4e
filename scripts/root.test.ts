import fs from 'node:fs';
import { expect, test } from 'vitest';
import { frontEndNames } from './packages.ts';
import { ROOT } from './paths.ts';

const PACKAGES = ['api', 'scripts', ...frontEndNames()];
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'LICENSE'];
const WORKSPACE = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];

test('the root holds packages, documents and the workspace, and no configuration of a tool', () => {
  const shown = fs
    .readdirSync(ROOT)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules' && !name.endsWith('.log'));
  expect(shown.filter((name) => ![...PACKAGES, ...DOCUMENTS, ...WORKSPACE].includes(name))).toEqual([]);
});
