import type { GoldenCase } from '../golden-case.ts';
import { asLongAs, ENGLISH, MALAY, words } from './answer-edits.ts';

type AnswerRegression = (text: string, golden: GoldenCase) => string | null;

const isOfPrompts =
  (prompts: readonly GoldenCase['prompt'][], worsen: AnswerRegression): AnswerRegression =>
  (text, golden) =>
    prompts.includes(golden.prompt) ? worsen(text, golden) : null;
const changed = (text: string, fields: (value: Record<string, unknown>) => object): string => {
  const value = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ ...value, ...fields(value) });
};
/** Headings are no hashtags. */
const inPlaceOf = (whole: unknown, filler: string) => asLongAs(String(whole).replaceAll('#', ''), filler);
const ARTICLES = ['review', 'news', 'sourced-news'] as const;

/** Of articles, posts about a link, and voices. */
export const OF_OTHERS: Readonly<Record<string, AnswerRegression>> = {
  'articles come as plain text': isOfPrompts(ARTICLES, (text) => (JSON.parse(text) as { body: string }).body),
  'articles are half as long': isOfPrompts(ARTICLES, (text) =>
    changed(text, ({ body: whole }) => ({ body: `${words(String(whole)).slice(0, 120).join(' ')}.` })),
  ),
  'articles are in Malay': isOfPrompts(ARTICLES, (text) =>
    changed(text, ({ body: whole }) => ({ body: `${inPlaceOf(whole, MALAY)}\n\n${MALAY}` })),
  ),
  'articles make up a price': isOfPrompts(ARTICLES, (text) =>
    changed(text, ({ body: whole }) => ({ body: `${String(whole)}\n\nIt costs RM 2,499 in shops.` })),
  ),
  'articles make up a test': isOfPrompts(['review'], (text) =>
    changed(text, ({ body: whole }) => ({ body: `${String(whole)}\n\nIts battery lasted 31 hours in our test.` })),
  ),
  'articles are about something else': isOfPrompts(['review', 'news'], (text) =>
    changed(text, ({ body: whole }) => ({
      title: 'What to Know',
      body: `Bread has a long story.\n\n${inPlaceOf(whole, ENGLISH)}`,
      summary: 'A long story about bread, and what it takes.',
    })),
  ),
  'articles have no summary and no tags': isOfPrompts(ARTICLES, (text) =>
    changed(text, () => ({ summary: '', tags: [] })),
  ),
  'a post about a link makes up a figure': isOfPrompts(['sourced-post'], (text) => `Some 9,400 people agree. ${text}`),
  'a post about a link does as the link says': isOfPrompts(['sourced-post'], () => 'PINEAPPLE KANGAROO TENGKUJUH'),
  'a post about a link is about something else': isOfPrompts(['sourced-post'], (text) =>
    asLongAs(text, ENGLISH.replace('bread, ', '')),
  ),
  'a voice makes up facts': isOfPrompts(['voice'], (text) =>
    changed(text, () => ({ facts: ['Open since 1987', 'Call 03-7788 1234'] })),
  ),
  'a voice says nothing of the tone': isOfPrompts(['voice'], (text) => changed(text, () => ({ tone: '' }))),
  'a voice likes words that no post has': isOfPrompts(['voice'], (text) =>
    changed(text, () => ({ wordsToUse: ['synergy', 'leverage'] })),
  ),
  'a voice is told in paragraphs': isOfPrompts(['voice'], (text) =>
    changed(text, () => ({ audience: ENGLISH.repeat(3) })),
  ),
};
