import { expect, test } from 'vitest';
import { heldToSource } from './about-source.ts';

const source = {
  address: 'https://news.example/bridge',
  name: 'news.example',
  title: 'A bridge for Klang',
  author: null,
  publishedAt: null,
  text: 'The council opens a bridge.',
};

test.each([
  ['Bahasa Melayu', 'Jambatan baharu.', 'Jambatan baharu.\n\nSumber: news.example'],
  ['Bahasa Melayu', 'Jambatan baharu.\n\nSource: news.example', 'Jambatan baharu.\n\nSumber: news.example'],
  ['Bahasa Melayu', 'Jambatan baharu, lapor news.example.', 'Jambatan baharu, lapor news.example.'],
  ['Bahasa Melayu', 'Jambatan. #klang', 'Jambatan.\n\nSumber: news.example\n\n#klang'],
  ['English', 'A new bridge.', 'A new bridge.\n\nSource: news.example'],
  ['English', 'A new bridge.\nSumber: news.example', 'A new bridge.\nSource: news.example'],
] as const)('a text in %s names its source in its language: %s', (language, text, held) => {
  expect(heldToSource(text, { source, request: '', language })).toBe(held);
});
