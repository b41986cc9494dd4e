import { expect, test } from 'vitest';
import { secretBox, type SecretPlace } from './secrets.ts';

const box = secretBox('a key of at least thirty-two characters');
const place: SecretPlace = { table: 'facebook_pages', column: 'access_token', row: '7/1018' };

test('what was sealed opens in its place', () => expect(box.open(box.seal('EAAtoken', place), place)).toBe('EAAtoken'));

test('the ciphertext does not show the secret, and no two are alike', () => {
  expect(box.seal('EAAtoken', place)).not.toContain('EAAtoken');
  expect(box.seal('EAAtoken', place)).not.toBe(box.seal('EAAtoken', place));
});

test.each([
  ['table', { ...place, table: 'users' as const }],
  ['column', { ...place, column: 'app_secret' } as unknown as SecretPlace],
  ['row', { ...place, row: '8/1018' }],
])('it does not open in another %s', (_part, elsewhere) =>
  expect(() => box.open(box.seal('EAAtoken', place), elsewhere)).toThrow(),
);

test('it does not open under another key, nor once it was changed', () => {
  const sealed = box.seal('EAAtoken', place);
  expect(() => secretBox('another key of at least thirty-two characters').open(sealed, place)).toThrow();
  const parts = sealed.split('.');
  expect(() =>
    box.open([...parts.slice(0, 3), Buffer.from('EAAother').toString('base64url')].join('.'), place),
  ).toThrow();
  expect(() => box.open('EAAtoken', place)).toThrow('Not a sealed secret');
});
