import { isFunction, isList, isObject, type Shape } from '../../../surfaces/shape.ts';

const LONGEST = 80;
const DEEPEST = 3;

/** A few words for a type, such as `string[]`. */
export function describeShape(shape: Shape): string {
  const text = wordsOf(shape, 0);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function wordsOf(shape: Shape, depth: number): string {
  const within = (inner: Shape) => wordsOf(inner, depth + 1);
  if (typeof shape === 'string') return shape;
  if (depth > DEEPEST) return '…';
  if ('value' in shape) return JSON.stringify(shape.value);
  if (isList(shape)) return `${within(shape.list)}[]`;
  if (isObject(shape)) return shape.calls === undefined ? 'an object' : 'a function';
  if (isFunction(shape)) return 'a function';
  if ('oneOf' in shape) return shape.oneOf.map(within).join(' | ');
  return 'of' in shape && shape.of.length > 0 ? `${shape.is}<${shape.of.map(within).join(', ')}>` : shape.is;
}
