import { CHECKED_TEXT_LENGTH, checkClaims } from '../../api/src/claims/check-claims.ts';
import { HELD_OUT, readMarkedTexts } from '../../api/src/claims/corpus/marked-texts.ts';
import { line, spread } from './figures.ts';

/** How long the claims of a post take to be compared with what is known, beside cutting it into words alone. */
export function benchClaims(): Promise<void> {
  const texts = HELD_OUT.flatMap(readMarkedTexts);
  // The first texts of a process are slower, as they are in the product.
  const times = texts.map(({ text, source }) => timeOf(() => checkClaims(text, [{ where: 'source', text: source }])));
  const floor = texts.map(({ text, source }) => timeOf(() => [text.split(/\s+/), source.split(/\s+/)]));
  const [checked, cut] = [spread(times), spread(floor)];
  line(
    'Claims of a post',
    `${inMs(checked.median)}, worst ${inMs(checked.worst)}`,
    `in words: ${inMs(cut.median)}`,
    'under 20 ms',
  );

  const longest = texts
    .map(({ text }) => text)
    .join('\n')
    .repeat(3)
    .slice(0, CHECKED_TEXT_LENGTH);
  const whole = timeOf(() => checkClaims(longest, [{ where: 'source', text: longest }]));
  line('Claims of the longest post', inMs(whole), `in words: ${inMs(timeOf(() => longest.split(/\s+/)))}`, '');
  return Promise.resolve();
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2)} ms`;
}
