import { expect, test } from 'vitest';
import { NO_VOICE, type PageVoice } from '../../contract/page-voice.ts';
import { voiceOfSeveral } from './several-voices.ts';

const of = (...voices: Partial<PageVoice>[]) =>
  voiceOfSeveral(voices.map((voice, n) => ({ pageName: `Page ${n}`, voice: { ...NO_VOICE, ...voice } })));

test('pages of one voice speak in it together', () => {
  const voice = { tone: 'Warm', facts: 'Open from 7', wordsToUse: ['kaya'], wordsToAvoid: ['cheap'], signOff: 'Bye' };
  expect(of(voice, voice, voice)).toEqual({ ...NO_VOICE, ...voice });
});

test('what only some of them say is left out, and what any of them never says is not said', () => {
  expect(
    of(
      { tone: 'Warm', emoji: 'none', wordsToUse: ['kaya', 'kopi'], wordsToAvoid: ['cheap'], facts: 'Halal\nIn Ampang' },
      { tone: 'Cool', emoji: 'none', wordsToUse: ['kopi'], wordsToAvoid: ['free', 'cheap'], facts: ' In KL\n Halal ' },
    ),
  ).toEqual({ ...NO_VOICE, emoji: 'none', wordsToUse: ['kopi'], wordsToAvoid: ['cheap', 'free'], facts: 'Halal' });
});

test('a page without a voice has nothing in common with others, and keeps their words out', () => {
  expect(of({ tone: 'Warm', wordsToAvoid: ['cheap'] }, {})).toEqual({ ...NO_VOICE, wordsToAvoid: ['cheap'] });
  expect(of()).toEqual(NO_VOICE);
});
