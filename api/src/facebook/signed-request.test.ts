import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSignedRequest } from './signed-request.ts';

const SECRET = 'sandbox-app-secret';
const ISSUED_AT = 1_790_000_000;
const KNOWN =
  'vFfTJY8o8-bLpE-okAFwEt6Gn2JW4JojcEx6_mSthSk.' +
  'eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIs' +
  'ImV4cGlyZXMiOjE3OTAwMDM2MDAsImlzc3VlZF9hdCI6MTc5MDAwMDAwMCwidXNlcl9pZCI6IjEwMDEifQ';
const at = (seconds: number) => (ISSUED_AT + seconds) * 1000;
const sign = (payload: unknown, secret = SECRET) => {
  const encoded = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
};
const good = { algorithm: 'HMAC-SHA256', issued_at: ISSUED_AT, user_id: '1001' };

test('the known one is read', () => {
  expect(readSignedRequest(KNOWN, SECRET, at(1))).toMatchObject({ facebookId: '1001', issuedAt: new Date(at(0)) });
});

test('the algorithm may be in small letters', () => {
  expect(readSignedRequest(sign({ ...good, algorithm: 'hmac-sha256' }), SECRET, at(1))?.facebookId).toBe('1001');
});

test.each([
  ['nothing', ''],
  ['one part', 'abc'],
  ['three parts', `${KNOWN}.x`],
  ['no signature', `.${KNOWN.split('.')[1]}`],
  ['no payload', `${KNOWN.split('.')[0]}.`],
  ['another secret', sign(good, 'other')],
  ['a short signature', KNOWN.slice(4)],
  ['another payload', `${KNOWN.split('.')[0]}.${sign({ ...good, user_id: '1' }).split('.')[1]}`],
  ['no algorithm', sign({ ...good, algorithm: 'none' })],
  ['a part of the algorithm', sign({ ...good, algorithm: 'HMAC-SHA1' })],
  ['no person', sign({ ...good, user_id: undefined })],
  ['no id', sign({ ...good, user_id: '1 or 1=1' })],
  ['no moment', sign({ ...good, issued_at: undefined })],
  ['a payload that is no JSON', sign('hello')],
  ['a payload that is no object', sign([1])],
])('%s is refused', (_what, text) => {
  expect(readSignedRequest(text, SECRET, at(1))).toBeNull();
});

test('it is good for a day, and a little before its time', () => {
  const isRead = (seconds: number) => readSignedRequest(KNOWN, SECRET, at(seconds)) !== null;
  expect([-301, -299, 86_399, 86_401].map(isRead)).toEqual([false, true, true, false]);
});
