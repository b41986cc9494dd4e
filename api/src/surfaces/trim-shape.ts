import { fieldsOf, isFunction, isList, isObject, type FunctionShape, type ObjectShape, type Shape } from './shape.ts';

/** `given`: what its user reads; `taken`: what its user passes. */
export type Side = 'given' | 'taken';

export const otherSide = (side: Side): Side => (side === 'given' ? 'taken' : 'given');

/**
 * What is left of a shape for somebody whose code names only some fields: those, and what it has to pass in any case.
 * @param mentions every name of a field in that code
 */
export function trimmed(shape: Shape, mentions: ReadonlySet<string>, side: Side): Shape {
  const within = (inner: Shape) => trimmed(inner, mentions, side);
  if (isObject(shape)) return trimmedObject(shape, mentions, side);
  if (isFunction(shape)) return trimmedFunction(shape, mentions, side);
  if (isList(shape)) return { ...shape, list: within(shape.list) };
  if (typeof shape === 'string' || 'value' in shape || 'limits' in shape) return shape;
  return 'oneOf' in shape ? { oneOf: shape.oneOf.map(within) } : { is: shape.is, of: shape.of.map(within) };
}

function trimmedObject(shape: ObjectShape, mentions: ReadonlySet<string>, side: Side): ObjectShape {
  const kept = fieldsOf(shape).filter(
    ({ name, isOptional }) => mentions.has(name) || (side === 'taken' && !isOptional),
  );
  const others = shape.others?.filter((name) => mentions.has(name));
  return {
    fields: Object.fromEntries(
      kept.map((field) => [`${field.name}${field.isOptional ? '?' : ''}`, trimmed(field.shape, mentions, side)]),
    ),
    ...(others !== undefined && others.length > 0 && { others }),
    ...(shape.rest !== undefined && { rest: trimmed(shape.rest, mentions, side) }),
    ...(shape.calls && { calls: shape.calls.map((call) => trimmedFunction(call, mentions, side)) }),
  };
}

function trimmedFunction(shape: FunctionShape, mentions: ReadonlySet<string>, side: Side): FunctionShape {
  return {
    ...shape,
    takes: shape.takes.map((argument) => trimmed(argument, mentions, otherSide(side))),
    gives: trimmed(shape.gives, mentions, side),
  };
}
