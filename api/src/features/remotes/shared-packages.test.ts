import { describe, expect, test } from 'vitest';
import { assertFits } from './shared-packages.ts';

const SHELL = {
  react: '19.3.1',
  'react/jsx-runtime': '19.3.1',
  'react-dom': '19.3.1',
  '@tanstack/react-query': '5.108.0',
};
const AREA = { name: 'mf_post_ideas', version: '1.0.0', manifestUrl: '/remotes/mf_post_ideas/1.0.0/container.json' };

type Shared = Record<string, unknown>[];
const react = (version: string, requiredVersion: unknown = `^${version}`) => ({
  name: 'react',
  version,
  requiredVersion,
});
const check = (shared: Shared, shell: Record<string, string> | null = SHELL) =>
  assertFits(AREA, JSON.stringify({ name: AREA.name, shared }), shell);

describe('an area', () => {
  test.each<[string, Shared]>([
    ['the same versions', [react('19.3.1'), { ...react('19.3.1'), name: 'react/jsx-runtime' }]],
    ['an older patch', [react('19.3.0', '^19.3.0')]],
    ['a newer patch than runs, within its range', [react('19.3.4', '^19.3.0')]],
    [
      'a package that the shell does not share',
      [react('19.3.1'), { name: 'lodash', version: '4.0.0', requiredVersion: '^4.0.0' }],
    ],
    ['no range', [react('19.3.1', false)]],
  ])('with %s fits', (_, shared) => {
    expect(() => check(shared)).not.toThrow();
  });

  test.each<[string, Shared, string]>([
    [
      'that needs a newer React',
      [react('19.4.0')],
      'mf_post_ideas 1.0.0 needs react ^19.4.0, and this Pagecast runs react 19.3.1. ' +
        'Install react 19.3.1 for mf_post_ideas and build it again, or update Pagecast first.',
    ],
    ['that needs an older React', [react('18.3.1')], 'needs react ^18.3.1, and this Pagecast runs react 19.3.1.'],
    [
      'that needs a newer part of a package',
      [react('19.3.1'), { name: 'react-dom/client', version: '20.0.0', requiredVersion: '^20.0.0' }],
      'needs react-dom ^20.0.0, and this Pagecast runs react-dom 19.3.1.',
    ],
    [
      'that needs another major of the query client',
      [react('19.3.1'), { name: '@tanstack/react-query', version: '6.1.0', requiredVersion: '^6.1.0' }],
      'needs @tanstack/react-query ^6.1.0, and this Pagecast runs @tanstack/react-query 5.108.0.',
    ],
    [
      'whose range is no range',
      [react('19.3.1', 'newest')],
      'needs react newest, and this Pagecast runs react 19.3.1.',
    ],
    [
      'with two Reacts',
      [react('19.3.1'), { ...react('18.3.1', '^19.3.0'), name: 'react/jsx-runtime' }],
      'is built with react 19.3.1 and 18.3.1, and a page can have one only.',
    ],
    ['that shares no React', [], 'would bring a react of its own'],
  ])('%s is refused', (_, shared, words) => {
    expect(() => check(shared)).toThrow(words);
  });

  test.each(['', 'null', '[]', '{"shared":[{"name":7}]}'])('whose manifest is %j is refused', (manifest) => {
    expect(() => assertFits(AREA, manifest, SHELL)).toThrow("The manifest of mf_post_ideas 1.0.0 can't be read.");
  });

  test('from before builds said what they need, and a shell from before it said what it shares, are taken', () => {
    expect(() => assertFits(AREA, '{"name":"mf_post_ideas"}', SHELL)).not.toThrow();
    expect(() => check([react('19.4.0')], null)).not.toThrow();
  });
});

test.each([
  { name: 'mf_admin' },
  { metaData: { name: 'mf_post_ideas', globalName: 'mf_admin' } },
  { metaData: { name: 'mf_admin' } },
])('an area that pages would start in the place of another one (%o)', (manifest) => {
  const written = JSON.stringify({ name: AREA.name, shared: [react('19.3.1')], ...manifest });
  expect(() => assertFits(AREA, written, SHELL)).toThrow('mf_post_ideas 1.0.0 is built as the container mf_admin,');
});

test('an area that pages would start without the runtime that it needs is refused', () => {
  const written = JSON.stringify({ shared: [react('19.3.1')], metaData: { pluginVersion: '2.9.2' } });
  expect(() => assertFits(AREA, written, SHELL)).toThrow('mf_post_ideas 1.0.0 is a container that needs a runtime,');
  const readFirst = { ...AREA, manifestUrl: AREA.manifestUrl.replace('container', 'mf-manifest') };
  expect(() => assertFits(readFirst, written, SHELL)).not.toThrow();
});
