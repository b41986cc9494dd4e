import { expect, test } from 'vitest';
import type { InvalidInputError } from '../../http/errors.ts';
import { articleType, readArticle, textOf, titleAndBody } from './article.ts';

test.each([
  ['A phone\n\nIt rings.\nOften.', 'A phone', 'It rings.\nOften.'],
  ['  A   phone  \nIt rings.', 'A phone', 'It rings.'],
  ['Only a line', 'Only a line', 'Only a line'],
])('%j has a title and a body', (text, title, body) => expect(titleAndBody(text)).toEqual({ title, body }));

test('a title too long for the site is cut at a word, and the body keeps all of it', () => {
  const text = 'word '.repeat(100).trim();
  const { title, body } = titleAndBody(text);
  expect(title).toMatch(/^(word )+word…$/);
  expect(title.length).toBeLessThanOrEqual(300);
  expect(body).toBe(text);
});

test('a title without words that is too long is cut between two characters', () => {
  expect(titleAndBody(`x${'😀'.repeat(200)}`).title).toBe(`x${'😀'.repeat(74)}…`);
});

test('an article survives the way into a text and back', () => {
  const article = readArticle('review', { title: 'A\nphone', body: ' It rings. ', tags: ['phones'], mood: 'bright' });
  expect(article).toEqual({ type: 'review', title: 'A phone', body: 'It rings.', tags: ['phones'] });
  expect(titleAndBody(textOf(article))).toEqual({ title: 'A phone', body: 'It rings.' });
});

test('every field that the site would not take is named at once', () => {
  try {
    readArticle('news', { title: ' ', body: '', rating: 11 });
    expect.unreachable();
  } catch (error) {
    expect((error as InvalidInputError).expose['issues']).toMatchObject([
      { path: 'content.title' },
      { path: 'content.body' },
      { path: 'content.rating' },
    ]);
  }
});

test.each([
  ['tech-review', 'review'],
  ['product-review', 'review'],
  ['tech-news', 'news'],
  ['story', 'news'],
])('%s goes out as %s', (contentType, type) => expect(articleType(contentType)).toBe(type));
