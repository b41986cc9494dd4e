import { expect, test } from 'vitest';
import { codeStatus } from './code-status.ts';
import { readCode } from './read-code.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const plain = { isActive: true, maxUses: null, currentUses: 0, expiresAt: null };

test.each([
  ['Active', plain],
  ['Inactive', { ...plain, isActive: false }],
  ['Active', { ...plain, maxUses: 3, currentUses: 2 }],
  ['Used up', { ...plain, maxUses: 3, currentUses: 3 }],
  ['Expired', { ...plain, expiresAt: '2026-11-21T12:00:00.000Z' }],
  ['Active', { ...plain, expiresAt: '2026-11-21T12:00:01.000Z' }],
] as const)('%s is what %j is', (status, code) => expect(codeStatus(code, now)).toBe(status));

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test.each([
  [{ code: '  ' }, 'Please enter an invitation code'],
  [{ code: ' BAKERY1 ' }, 'Please use at least 8 characters, or press Generate. Shorter codes can be guessed.'],
  [
    { code: 'BAKERY-12', maxUses: '0' },
    'Max uses must be a whole number of 1 or more. Leave it empty for unlimited uses.',
  ],
  [
    { code: 'BAKERY-12', maxUses: '1.5' },
    'Max uses must be a whole number of 1 or more. Leave it empty for unlimited uses.',
  ],
  [{ code: 'BAKERY-12', expiresAt: '2020-01-01T00:00' }, 'Please choose an expiry in the future.'],
])('%j is refused: %s', (fields, problem) =>
  expect(readCode(form(fields), { timeZone: 'Asia/Kuala_Lumpur', now })).toEqual({ problem }),
);

test('what is left empty is sent as unlimited, never and no description', () => {
  expect(
    readCode(form({ code: ' BAKERY-12 ', maxUses: '', expiresAt: '', description: ' ' }), { timeZone: 'UTC', now }),
  ).toEqual({ body: { code: 'BAKERY-12', description: null, maxUses: null, expiresAt: null } });
});
