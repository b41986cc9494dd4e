import { checkClaims } from '../../api/src/claims/check-claims.ts';
import { HELD_OUT, readMarkedTexts } from '../../api/src/claims/corpus/marked-texts.ts';
import { FACEBOOK_TEXT_LIMIT } from '../../api/src/contract/composing.ts';
import { line, spread } from './figures.ts';

/** A word, a price and a sign in turn: nothing has more of what the rules have to look at. */
const DENSEST = ['A ', 'RM1 ', '1/2/', '#A', '1 to 2 '];

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

  const whole = longestOf(texts.map(({ text }) => text).join('\n'));
  const took = timeOf(() => checkClaims(whole, [{ where: 'source', text: whole }]));
  line('Claims of the longest post', inMs(took), `in words: ${inMs(timeOf(() => whole.split(/\s+/)))}`, '');

  const hostile = DENSEST.map(longestOf).map((text) => timeOf(() => checkClaims(text, [{ where: 'source', text }])));
  line('Claims of the longest nonsense', inMs(Math.max(...hostile)), '', 'under 200 ms');
  return Promise.resolve();
}

function longestOf(part: string): string {
  return part.repeat(Math.ceil(FACEBOOK_TEXT_LIMIT / part.length)).slice(0, FACEBOOK_TEXT_LIMIT);
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2)} ms`;
}
