import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CONTRACT_VERSION, listRemotes } from '@pagecast/api/contract';
import { expect, onTestFailed, test } from 'vitest';
import { apiQuery } from './api-query.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** What shells and remotes of different days meet by, as it is declared: file -> names. */
const DECLARATIONS = {
  'shell/src/kit/runtime/host.tsx': ['Toast', 'LinkProps', 'Search', 'SetSearch', 'RouterSeam', 'HostApi', 'Remote'],
  'shell/src/kit/runtime/session-signals.ts': ['SESSION_SIGNALS'],
  'shell/src/kit/runtime/call-signals.ts': ['CALL_SIGNALS'],
  'api/src/contract/session.ts': ['User'],
  'api/src/contract/remotes.ts': ['NavEntry', 'RemoteRelease', 'listRemotes'],
  'scripts/build/rspack.common.ts': ['sharedSingletons'],
  'scripts/build/container-manifest.ts': ['manifestOf'],
} as const;
/** Settings of every remote's build that a shell counts on, each with the deeper lines under it. */
const BUILD_SETTINGS = /^( *)(?:filename|exposes|shareStrategy|experiments): .*(?:\n\1 +.*)*$/gm;

const WHAT_TO_DO = `What shells and remotes of different days meet by has changed. Pages that are open and remotes that
were released before go on with the version of the contract that they were built for. A new optional member keeps it:
look at the difference and run vitest with -u.
Anything else raises CONTRACT_VERSION in api/src/contract/remotes.ts, so that neither is put together with the other.`;

/** A file without its comments. */
function read(file: string): string {
  return fs.readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/^\s*\/?\*.*$\n?|^\s*\/\/.*$\n?/gm, '');
}

/** Each declaration as it is written. */
function declarations(): string[] {
  return Object.entries(DECLARATIONS).flatMap(([file, names]) => {
    const source = read(file);
    return names.map((name) => {
      const found = new RegExp(
        `^export (?:interface ${name}\\b[^]*?^}|type ${name}\\b[^]*?;$|const ${name} = [^]*?\\);$|function ` +
          `${name}\\b[^]*?^})`,
        'm',
      ).exec(source);
      if (found === null) throw new Error(`${file} declares no ${name}`);
      return found[0];
    });
  });
}

/** The versions that a remote of today asks its shell for: a patch is none. */
function sharedVersions(): string[] {
  const require = createRequire(import.meta.url);
  return ['react', 'react-dom', '@tanstack/react-query'].map((name) => {
    const { version } = require(`${name}/package.json`) as { version: string };
    return `${name} ${version.replace(/\.\d+$/, '')}`;
  });
}

test('what shell and remotes meet by is as this version of the contract has it', () => {
  onTestFailed(() => {
    console.error(WHAT_TO_DO);
  });
  const seam = [
    `contract ${CONTRACT_VERSION}`,
    ...declarations(),
    ...sharedVersions(),
    ...(read('scripts/build/rspack.remote.ts').match(BUILD_SETTINGS) ?? []).map((line) => line.trim()),
    // Both keep their answers in one cache, and make each other's out of date by these keys.
    `query key ${JSON.stringify(apiQuery(listRemotes).queryKey)}`,
  ];
  expect(seam.join('\n\n')).toMatchSnapshot();
});
