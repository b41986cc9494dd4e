import type { Misfit } from './compare-shapes.ts';
import type { Limits, Shape } from '../../../surfaces/shape.ts';
import type { Side } from '../../../surfaces/trim-shape.ts';

const WORDS: Readonly<Record<string, string>> = {
  maxLength: 'takes at most {n} letters now',
  minLength: 'takes at least {n} letters now',
  maxItems: 'takes at most {n} entries now',
  minItems: 'takes at least {n} entries now',
  maximum: 'takes {n} at most now',
  exclusiveMaximum: 'takes less than {n} only now',
  minimum: 'takes {n} at least now',
  exclusiveMinimum: 'takes more than {n} only now',
};

/** What is passed must not be limited more than it was; of what is read, the format stays. */
export function compareLimits(used: Shape, offered: Shape, side: Side): Misfit[] {
  const before = limitsOf(used);
  if (side === 'given')
    return before['format'] === undefined || before['format'] === limitsOf(offered)['format']
      ? []
      : [{ path: '', what: `is no ${before['format']} any more` }];
  return Object.entries(limitsOf(offered))
    .filter(([name, limit]) => isNarrower(name, before[name], limit))
    .map(([name, limit]) => {
      const words = WORDS[name] ?? 'takes only some of these values now';
      return { path: '', what: words.replace('{n}', () => Number(limit).toLocaleString('en')) };
    });
}

function isNarrower(name: string, before: string | number | undefined, limit: string | number): boolean {
  if (before === undefined || typeof limit === 'string' || typeof before === 'string') return before !== limit;
  return /max/i.test(name) ? limit < before : limit > before;
}

function limitsOf(shape: Shape): Limits {
  return typeof shape === 'object' && 'limits' in shape ? (shape.limits ?? {}) : {};
}
