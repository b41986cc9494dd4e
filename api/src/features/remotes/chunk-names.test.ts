import { expect, test } from 'vitest';
import { assertOwnChunks } from './chunk-names.ts';

const AREA = { name: 'mf_post', version: '1.0.0' };

test.each([
  ['of another area', 'globalThis.rspackChunkmf_admin_318c0df4||=[]', 'mf_admin_318c0df4'],
  ['of an area whose name begins alike', '(self["webpackChunkmf_post_ideas_318c0df4"]||[])', 'mf_post_ideas_318c0df4'],
  ['that all its versions have', 'self.webpackChunkmf_post=self.webpackChunkmf_post||[]', 'mf_post'],
])('a build under the name %s is refused', (_, entry, found) => {
  expect(() => assertOwnChunks(AREA, entry)).toThrow(`mf_post 1.0.0 is built under the name ${found},`);
});

test.each(['globalThis.rspackChunkmf_post_318c0df4||=[]', 'var mf_post;'])('a build with %s is taken', (entry) => {
  expect(() => assertOwnChunks(AREA, entry)).not.toThrow();
});
