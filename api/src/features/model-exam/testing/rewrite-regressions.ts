import type { RewriteCase } from '../cases/rewrites.ts';
import { body, tags, words } from './answer-edits.ts';

type RewriteRegression = (text: string, golden: RewriteCase) => string | null;
const only =
  (wanted: readonly RewriteCase['rewriting'][], worsen: RewriteRegression): RewriteRegression =>
  (text, golden) =>
    wanted.includes(golden.rewriting) ? worsen(text, golden) : null;
const isWhole = ({ before }: RewriteCase) => before === '';

/** Of texts that are there already. */
export const OF_REWRITING: Readonly<Record<string, RewriteRegression>> = {
  'a translation stays in its own language': only(['to-english', 'to-malay'], (_text, golden) => golden.text),
  'a translation stops half-way': only(['to-english', 'to-malay'], (text, golden) => {
    const rest = words(golden.text).slice(words(golden.text).length / 3);
    return `${words(text).slice(0, 6).join(' ')} ${rest.join(' ')}`;
  }),
  'rewording loses the figures': (text) => body(text).replaceAll(/\d+/g, 'some') + tags(text),
  'rewording changes the figures': (text) => body(text).replaceAll(/\d+/g, '31') + tags(text),
  'rewording loses the hashtags': (text, golden) => (tags(text) === '' || !isWhole(golden) ? null : body(text)),
  'rewording adds a price': (text) => `${body(text)} Only RM 9.99 today.${tags(text)}`,
  'rewording changes nothing': (_text, golden) => (golden.rewriting === 'spelling' ? null : golden.text),
  'a shorter text is as long as before': only(['shorten'], (_text, golden) => `${golden.text} Yes.`),
  'a longer text is as long as before': only(['lengthen'], (_text, golden) => `${golden.text} Yes.`),
  'spelling mistakes stay': only(['spelling'], (_text, golden) => golden.text),
  'spelling is put right in other words': only(['spelling'], (text) =>
    text.replaceAll(/\p{L}{5,}/gu, (word, at: number) => (at % 2 === 0 ? `${word}ly` : word)),
  ),
  'a selection comes with what stands after it': (text, golden) =>
    golden.after === '' ? null : `${text} ${golden.after}`,
  'a selection comes with the whole post': (text, golden) =>
    isWhole(golden) ? null : `${golden.before} ${text} ${golden.after}`,
  'a selection comes between its tags': (text) => `<text>${text}</text>`,
};
