const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Texts where each character is one for people as well, save a line end of two. */
const PLAIN = /^[\n\x20-\x7e]*$/;

/** Characters as people count them: a flag or a family emoji is one. */
export function countGraphemes(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}
