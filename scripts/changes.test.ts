import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './paths.ts';

let checkout: string;
const changed = () => {
  const lines = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3));
};
beforeEach(() => {
  checkout = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-changes-'));
  const files = fs.globSync('{.,*}/{package.json,pnpm-workspace.yaml,config.json}', {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules',
  });
  for (const file of [...files, '.changeset/config.json']) {
    fs.mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
    fs.copyFileSync(path.join(ROOT, file), path.join(checkout, file));
  }
  // Stands for the package manager, which would bring the lockfile up to date.
  fs.mkdirSync(path.join(checkout, 'bin'));
  fs.writeFileSync(path.join(checkout, 'bin/pnpm'), '#!/bin/sh\n', { mode: 0o755 });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, stdio: 'ignore' });
  git('init', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-m', 'Begin');
});
afterEach(() => fs.rmSync(checkout, { recursive: true }));

/** As `npm run versions`, with a change that waits. */
function versions(change: string): void {
  fs.writeFileSync(path.join(checkout, '.changeset/first.md'), change);
  execFileSync(path.join(ROOT, 'node_modules/.bin/changeset'), ['version'], {
    cwd: checkout,
    stdio: 'pipe',
    env: {
      ...process.env,
      PATH: [path.join(checkout, 'bin'), path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
    },
  });
}
const read = (file: string) => fs.readFileSync(path.join(checkout, file), 'utf8');

test('a change of one area raises its version alone, and stands in its changelog', () => {
  versions("---\n'@pagecast/mf-history': minor\n---\n\nPost History can be filtered by page.\n");
  expect(changed()).toEqual(['mf-history/package.json', 'mf-history/CHANGELOG.md']);
  const [major, minor] = versionOf(path.join(ROOT, 'mf-history'));
  expect(versionOf(path.join(checkout, 'mf-history')).join('.')).toBe(`${major}.${Number(minor) + 1}.0`);
  expect(read('mf-history/CHANGELOG.md')).toContain('- Post History can be filtered by page.');
});

test('a change of shell and API raises no area, which gets it with its own next release', () => {
  versions("---\n'@pagecast/shell': minor\n'@pagecast/api': patch\n---\n\nThe kit has a new part.\n");
  expect(changed()).toEqual(['api/package.json', 'shell/package.json', 'api/CHANGELOG.md', 'shell/CHANGELOG.md']);
});

function versionOf(folder: string): string[] {
  return (JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version.split(
    '.',
  );
}
