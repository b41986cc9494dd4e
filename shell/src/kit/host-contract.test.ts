import fs from 'node:fs';
import path from 'node:path';
import { CONTRACT_VERSION } from '@pagecast/api/contract';
import { expect, test } from 'vitest';

/** The declarations that shells and remotes of different days meet by. */
const SEAM = ['Toast', 'LinkProps', 'Search', 'SetSearch', 'RouterSeam', 'HostApi', 'Remote'];

/** Each declaration as it is written, without its comments. */
function declarations(): string {
  const source = fs.readFileSync(path.join(import.meta.dirname, 'host.tsx'), 'utf8').replaceAll(/^\s*\/?\*.*$\n?|^\s*\/\/.*$\n?/gm, '');
  return SEAM.map((name) => {
    const found = new RegExp(`^export (?:interface ${name}\\b[^]*?^}|type ${name}\\b[^]*?;$)`, 'm').exec(source);
    if (found === null) throw new Error(`host.tsx declares no ${name}`);
    return found[0];
  }).join('\n\n');
}

/*
 * A change here is a change for remotes that were built yesterday, and for shells that are still open. Adding an optional
 * member keeps the version: update the snapshot. Anything else raises CONTRACT_VERSION, which makes shells refuse the others.
 */
test('what shell and remotes meet by is as this version of the contract has it', () => {
  expect(`contract ${CONTRACT_VERSION}\n\n${declarations()}`).toMatchSnapshot();
});
