import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  DASHBOARD_CONTENT_TYPES,
  GENERATOR_CONTENT_TYPES,
  LANGUAGES,
  LENGTHS,
  TECH_CATEGORIES,
  TONES,
} from '../contract/generation.ts';
import { askForPost } from '../features/automation/prompt.ts';
import { askForArticle } from '../features/generation/article-generator.ts';
import { askToReword } from '../features/generation/reword.ts';
import { askForText } from '../features/generation/text-generator.ts';
import firstVersions from './first-versions.json' with { type: 'json' };
import { rendered, type Ask, type Prompt } from './prompt.ts';
import { PROMPTS } from './prompts.ts';
import { writingBy } from './writing.ts';

const FIRST = writingBy('any');
const KINDS = [null, ...new Set([...DASHBOARD_CONTENT_TYPES, ...GENERATOR_CONTENT_TYPES])];
const sent = ({ rules, prompt, maxTokens }: Ask) => ({ rules, prompt, maxTokens });

/** Asked with values that look like variables and like patterns of a replacement. */
const EVERY_ASK: Readonly<Record<string, readonly Ask[]>> = {
  ...Object.fromEntries(KINDS.map((kind) => [`post ${kind}`, everyPost(kind)])),
  ...Object.fromEntries(GENERATOR_CONTENT_TYPES.map((kind) => [`automation ${kind}`, everyAutomaticPost(kind)])),
  reword: [null, 'nonsense', ...TONES].map((tone) =>
    askToReword({ content: 'Fresh bread {tone} from seven. $1', tone }, FIRST),
  ),
  'article-news': TECH_CATEGORIES.map((newsCategory) => askForArticle({ contentType: 'news', newsCategory }, FIRST)),
};

function everyPost(contentType: string | null): Ask[] {
  return [null, ...TONES].flatMap((tone) =>
    [null, ...LANGUAGES].flatMap((language) =>
      [null, ...LENGTHS].flatMap((length) =>
        [null, '', 'bread', 'rye {tone}'].map((keywords) =>
          askForText(
            {
              prompt: 'Write about fresh bread, {kind} and $1.',
              contentType,
              keywords,
              tone,
              language,
              length,
            },
            FIRST,
          ),
        ),
      ),
    ),
  );
}

function everyAutomaticPost(contentType: string): Ask[] {
  return LANGUAGES.flatMap((language) =>
    ['', '  ', ' Bread {kind}, and what $& goes with it. '].flatMap((scope) =>
      [null, 'Bakery', ''].flatMap((category) =>
        [[], ['One  post\nof many {pageName}', 'x'.repeat(400)]].flatMap((recent) =>
          [false, true].map((isSecondTry) =>
            askForPost(
              {
                pageName: 'Kedai "Roti" {scope}',
                category,
                scope,
                language,
                contentType,
                recent,
                isSecondTry,
              },
              FIRST,
            ),
          ),
        ),
      ),
    ),
  );
}

test('the first versions say, byte for byte, what was said before prompts were data', () => {
  const digests = Object.fromEntries(
    Object.entries(EVERY_ASK).map(([name, asks]) => [
      name,
      createHash('sha256')
        .update(JSON.stringify(asks.map(sent)))
        .digest('hex'),
    ]),
  );
  expect(digests).toEqual(firstVersions.digests);
});

test.each(Object.entries(firstVersions.texts))('%s reads as it did', (name, before) => {
  const [what = '', kind = ''] = name.split(' ');
  const now: Readonly<Record<string, () => Ask>> = {
    post: () =>
      askForText(
        {
          prompt: 'Write about fresh bread.',
          contentType: kind === 'null' ? null : kind,
          keywords: 'rye',
          tone: 'Casual',
          language: 'Bahasa Melayu',
          length: 'Short',
        },
        FIRST,
      ),
    automation: () =>
      askForPost(
        {
          pageName: 'Kedai Roti',
          category: 'Bakery',
          scope: '',
          language: 'English',
          contentType: kind,
          recent: ['Fresh bread from seven.'],
          isSecondTry: true,
        },
        FIRST,
      ),
    reword: () => askToReword({ content: 'Fresh bread {tone} from seven. $1', tone: null }, FIRST),
    'article-review': () => askForArticle({ contentType: 'review', productName: 'Kettle {category} $&' }, FIRST),
    'article-news': () => askForArticle({ contentType: 'news', newsCategory: TECH_CATEGORIES[0] }, FIRST),
  };
  expect(sent((now[what] as () => Ask)())).toEqual(before);
});

test('each prompt stands in its own place, its versions in order', () => {
  for (const [id, versions] of Object.entries(PROMPTS)) {
    expect(versions.map((one) => one.id)).toEqual(versions.map(() => id));
    expect(versions.map((one) => one.version)).toEqual(versions.map((_, index) => index + 1));
  }
});

test('a prompt that asks for what it is not given is not sent', () => {
  const prompt: Prompt<'reword'> = { id: 'reword', version: 1, rules: ['Be {mood}.'], prompt: ['{content}'] };
  expect(() => rendered(prompt, { content: 'Bread', tone: null })).toThrow('"mood"');
});

test('a version that this release does not have gives way to the first', () => {
  expect(writingBy('any', { post: 99 }).prompt('post').version).toBe(1);
});
