const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters as people count them: a flag or a family emoji is one. */
export function countGraphemes(text: string): number {
  return Array.from(segmenter.segment(text)).length;
}
