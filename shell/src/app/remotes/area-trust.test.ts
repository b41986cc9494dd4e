import { maySign, statementOf } from '@pagecast/api/contract';
import { generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { areaTrust, UntrustedError } from './area-trust.ts';
import { buildRelease, previousRelease } from './build-release.ts';

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64') };
}
const [ci, medias, foreign] = [newKey(), newKey(), newKey()];

type Release = ReturnType<typeof buildRelease>;
/** The release with a passport that is of `of`, where that is not what it is. */
function signed(release: Release, { privateKey, key } = ci, of: Partial<Release> = {}): Release {
  const stated = { signedAt: '2026-11-23T10:00:00.000Z', details: 'A'.repeat(43) + '=' };
  const statement = Buffer.from(statementOf({ ...release, ...of, passport: stated }));
  return { ...release, passport: { key, ...stated, signature: sign(null, statement, privateKey).toString('base64') } };
}

const release = buildRelease();
const BUILT_IN = 'mf_media sha384-m sha384-e';
const KEYS = `ci:${ci.key} mf-media:${medias.key}`;
const trustIn = (keys = KEYS) => {
  document.head.innerHTML =
    `<meta name="release-keys" content="${keys}">` + `<meta name="built-in-areas" content="${BUILT_IN}">`;
  return areaTrust(document);
};

beforeEach(() => vi.stubGlobal('crypto', webcrypto));
afterEach(() => vi.unstubAllGlobals());

test('what a key of the page signed may run, and so may what came with the product', async () => {
  await trustIn().check('mf_history', signed(release));
  await trustIn(`${KEYS} next:${foreign.key}`).check('mf_history', signed(release, foreign));
  await trustIn().check('mf_media', signed(buildRelease({ name: 'mf_media' }), medias));
  await trustIn().check('mf_media', { ...release, integrity: { manifest: 'sha384-m', entry: 'sha384-e' } });
});

test('a page without keys looks at nothing, nor does what its person confirmed', () => {
  document.head.innerHTML = '';
  expect(areaTrust(document).check('mf_history', release)).toBeNull();
  expect(trustIn().check('mf_history', { ...release, override: 'http://localhost:3104' })).toBeNull();
});

const genuine = signed(release);
test.each<[string, Release]>([
  ['no passport', release],
  ['a foreign key', signed(release, foreign)],
  [
    'a foreign key in the place of ours',
    { ...genuine, passport: { ...signed(release, foreign).passport!, key: ci.key } },
  ],
  ['the key of another area', signed(release, medias)],
  ['the passport of another version', { ...release, passport: signed(release, ci, { version: '1' }).passport! }],
  ['the passport of another area', { ...release, passport: signed(release, ci, { name: 'mf_media' }).passport! }],
  ['another entry', { ...genuine, integrity: { ...genuine.integrity, entry: 'sha384-foreign' } }],
  ['another manifest', { ...genuine, integrity: { ...genuine.integrity, manifest: 'sha384-foreign' } }],
  [
    'an old version with a new time',
    { ...genuine, passport: { ...genuine.passport!, signedAt: '2026-11-24T10:00:00.000Z' } },
  ],
  ['other details', { ...genuine, passport: { ...genuine.passport!, details: 'B'.repeat(43) + '=' } }],
  ['a signature that is none', { ...genuine, passport: { ...genuine.passport!, signature: 'no base64!' } }],
  ['a key that is none', { ...genuine, passport: { ...genuine.passport!, key: 'ci' } }],
  [
    'the files of another area that came with the product',
    { ...release, integrity: { manifest: 'sha384-m', entry: 'sha384-e' } },
  ],
])('%s runs nothing', async (_, attack) => {
  await expect(trustIn().check('mf_history', attack)).rejects.toThrow(UntrustedError);
});

test('the version before needs a passport of its own', async () => {
  await expect(trustIn().check('mf_history', previousRelease)).rejects.toThrow(/^Refused: mf_history 1 is not signed/);
});

test('a browser that cannot check says so', async () => {
  vi.stubGlobal('crypto', {});
  await expect(trustIn().check('mf_history', genuine)).rejects.toMatchObject({
    reason: expect.stringContaining('Update your browser') as string,
  });
});

test.each([
  ['ci', 'mf_history', true],
  ['mf-history', 'mf_history', true],
  ['mf_history', 'mf_history', true],
  ['mf-history', 'mf_media', false],
  ['mf-history', 'shell', false],
  ['shell', 'mf_history', false],
  ['shell', 'shell', true],
  ['mf-history-2', 'mf_history', false],
])('the key %s signs %s: %s', (key, area, may) => expect(maySign(key, area)).toBe(may));
