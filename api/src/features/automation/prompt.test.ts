import { writingBy } from '../../prompts/writing.ts';
import { expect, test } from 'vitest';
import { NO_VOICE, type PageVoice } from '../../contract/page-voice.ts';
import { askForPost, type Wish } from './prompt.ts';

const wish: Wish = {
  pageName: 'Corner Bakery',
  category: null,
  scope: 'Bread',
  language: 'English',
  contentType: 'story',
  voice: NO_VOICE,
  recent: [],
  isSecondTry: false,
};

test('the rules of a text have a line for each thing that the voice of its page says', () => {
  const plain = askForPost(wish, writingBy('any')).rules.split('\n');
  const voice: PageVoice = {
    ...NO_VOICE,
    tone: 'Warm',
    facts: 'Open 7am',
    wordsToAvoid: ['cheap', 'promo'],
    emoji: 'many',
  };
  const spoken = askForPost({ ...wish, voice }, writingBy('any')).rules.split('\n');
  expect(spoken.filter((line) => !plain.includes(line))).toEqual([
    'How the page sounds: Warm',
    'Words it never uses: cheap, promo',
    'Use many emoji.',
    'What is true of the page, to be used where it fits:',
    'Open 7am',
  ]);
});

test('a recent post that is cut in the middle of an emoji is told without it', () => {
  const recent = [`${'x'.repeat(299)}😀 and more`];
  const { prompt } = askForPost({ ...wish, recent }, writingBy('any'));
  expect(prompt).toContain(`${'x'.repeat(299)}…`);
});
