import { NO_VOICE, type RejectionKind } from '@pagecast/api/contract';
import { expect, test } from 'vitest';
import { voiceOffers } from './voice-offers.ts';

const voice = { ...NO_VOICE, wordsToAvoid: ['promo'], tone: 'Warm', facts: 'Open 7am' };
const labels = (kind: RejectionKind, reason: string, of = voice) =>
  voiceOffers(of, { kind, reason }).map(({ label }) => label);

test.each<[RejectionKind, string, string[]]>([
  ['words', 'cheap, "best", Promo, cheap', ['Never use “cheap”', 'Never use “best”']],
  ['words', `${'w'.repeat(61)}, , .`, []],
  ['words', 'a,b,c,d,e,f', ['a', 'b', 'c', 'd', 'e'].map((word) => `Never use “${word}”`)],
  ['tone', 'Less formal', ['Add “Less formal” to the tone']],
  ['tone', 'warm', []],
  ['tone', 'x'.repeat(500), []],
  ['facts', 'Closed on\nFridays', ['Add “Closed on\nFridays” to the facts']],
  ['facts', ' ', []],
  ['repeats', 'Bread again', []],
  ['other', 'No', []],
])('of %s, "%s", is offered %j', (kind, reason, offered) => expect(labels(kind, reason)).toEqual(offered));

test('what is offered is the voice with that alone added, and nothing where it is full', () => {
  expect(voiceOffers(voice, { kind: 'facts', reason: 'Closed on\nFridays' })[0]?.voice).toEqual({
    ...voice,
    facts: 'Open 7am\nClosed on Fridays',
  });
  const full = { ...voice, wordsToAvoid: Array.from({ length: 50 }, (_, n) => `w${n}`) };
  expect(labels('words', 'cheap', full)).toEqual([]);
});
