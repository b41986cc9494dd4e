import { expect, test } from 'vitest';
import { RemoteName } from '../api/src/contract/remotes.ts';
import { AREA_TOURS } from '../shell/e2e/area-tours.ts';
import { containerName } from './build/area-package.ts';
import { areaOf, remoteNames } from './packages.ts';

test('each tour is of a remote, and its screens are the paths that this serves', () => {
  expect(remoteNames()).toEqual(expect.arrayContaining(Object.keys(AREA_TOURS)));
  for (const [name, { screens }] of Object.entries(AREA_TOURS))
    expect(Object.keys(screens).sort()).toEqual([...areaOf(name).paths].sort());
});

test.each([...remoteNames(), 'mf-post-ideas'])('the folder %s gives a name that the contract takes', (folder) => {
  expect(RemoteName.parse(containerName(folder))).toBe(folder.replaceAll('-', '_'));
});

test('each remote has a development port of its own', () => {
  const ports = remoteNames().map((name) => areaOf(name).devPort);
  expect(new Set(ports).size).toBe(ports.length);
});
