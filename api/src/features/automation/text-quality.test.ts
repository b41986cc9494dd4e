import { expect, test } from 'vitest';
import { reasonCode } from '../../problems/reason-code.ts';
import { bare, flawOf } from './text-quality.ts';

test.each([
  ['', 'empty'],
  [' \n', 'empty'],
  ['…!', 'empty'],
  ['a'.repeat(5001), 'too_long'],
  ['I’m sorry, but I can’t write that.', 'refused'],
  ['As an AI language model, I have no kitchen.', 'refused'],
  ['Maaf, saya tidak boleh menulis tentang itu.', 'refused'],
  ['Visit [Your Bakery Name] today!', 'unfinished'],
  ['Call us at {{phone}}.', 'unfinished'],
])('%j is never published: %s', (text, code) => {
  const flaw = flawOf(text);
  expect(flaw === null ? null : reasonCode(flaw)).toBe(code);
});

test.each([
  'Fresh bread at seven. #Bread',
  'Maaf atas penantian anda, roti sudah siap!',
  'So sorry we were closed: the oven is back.',
  '今天的面包',
  'Our list [new] is here',
  'a'.repeat(5000),
])('%j is fine', (text) => expect(flawOf(text)).toBeNull());

test.each([
  ['```\nBread at seven.\n```', 'Bread at seven.'],
  ['Here is your post:\n\nBread at seven.', 'Bread at seven.'],
  ['"Bread at seven."', 'Bread at seven.'],
  ['"Bread" is our name, and "seven" our time', '"Bread" is our name, and "seven" our time'],
])('%j is put bare', (text, expected) => expect(bare(text)).toBe(expected));
