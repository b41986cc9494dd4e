import { compareLimits } from './compare-limits.ts';
import { describeShape } from './describe-shape.ts';
import {
  alternatives,
  fieldsOf,
  isFunction,
  isList,
  isObject,
  PASSED_ON,
  type FunctionShape,
  type ObjectShape,
  type Shape,
} from '../../../surfaces/shape.ts';
import { otherSide, type Side } from '../../../surfaces/trim-shape.ts';

export class TooManyShapesError extends Error {
  override readonly name = 'TooManyShapesError';
}

/** Where two shapes do not fit, and how: `{path: '.title', what: 'must now be given'}`. */
export interface Misfit {
  readonly path: string;
  readonly what: string;
}

interface Comparing {
  readonly side: Side;
  /** What was used may be from a later day than what is offered, and does without what is optional. */
  readonly isNewer: boolean;
  /** Shapes that may be looked at still: what a build says of itself must not hold a process up. */
  readonly budget: { left: number };
}

/**
 * Compares what somebody uses, as it was when they were built, with what there is now.
 * @param used the part of it that they use
 * @returns every place where they would not get along; empty: all is well
 * @throws TooManyShapesError when the budget is spent
 */
export function compareShapes(used: Shape, offered: Shape, how: Comparing): Misfit[] {
  if (how.budget.left-- <= 0) throw new TooManyShapesError('There is too much to compare.');
  if (used === 'any' || offered === 'any' || used === offered) return [];
  const [name, otherName] = [passedOnName(used), passedOnName(offered)];
  if (name !== undefined && name === otherName) return [];
  if (name !== undefined || otherName !== undefined) return compareShapes(unwrapped(used), unwrapped(offered), how);
  const [from, to] = how.side === 'given' ? [offered, used] : [used, offered];
  if (to === 'unknown' || to === 'void' || from === 'never') return [];
  const one = callable(used);
  const other = callable(offered);
  if (one !== null && other !== null) return compareObjects(one, other, how);
  if (isObject(used) && isObject(offered)) return compareObjects(used, offered, how);
  if (isList(used) && isList(offered)) return compareLists(used, offered, how);
  if (isUnion(used) || isUnion(offered)) return compareUnions(used, offered, how);
  return compareNamed(used, offered, how);
}

const isUnion = (shape: Shape): boolean => typeof shape === 'object' && 'oneOf' in shape;

const passedOnName = (shape: Shape): string | undefined =>
  typeof shape === 'object' && 'of' in shape && shape.is.startsWith(PASSED_ON) ? shape.is : undefined;

const unwrapped = (shape: Shape): Shape =>
  typeof shape === 'object' && 'of' in shape && shape.is.startsWith(PASSED_ON) ? (shape.of[0] ?? 'unknown') : shape;

/** A function is an object that can be called. */
function callable(shape: Shape): ObjectShape | null {
  if (isFunction(shape)) return { fields: {}, calls: [shape] };
  return isObject(shape) && shape.calls !== undefined ? shape : null;
}

function compareUnions(used: Shape, offered: Shape, how: Comparing): Misfit[] {
  const [from, to] = how.side === 'given' ? [offered, used] : [used, offered];
  return alternatives(from).flatMap((shape) => {
    const pairs = alternatives(to).map((other) =>
      how.side === 'given' ? compareShapes(other, shape, how) : compareShapes(shape, other, how),
    );
    if (pairs.some((misfits) => misfits.length === 0)) return [];
    // Of several objects the one that is meant is the one that it is nearest to.
    const nearest = alternatives(to)
      .map((other, n) => ({ isOfKind: kindOf(other) === kindOf(shape), misfits: pairs[n] ?? [] }))
      .filter(({ isOfKind }) => isOfKind && typeof shape === 'object' && !('value' in shape))
      .toSorted((a, b) => a.misfits.length - b.misfits.length)[0];
    if (nearest !== undefined) return nearest.misfits;
    const what = how.side === 'given' ? 'may now be' : 'no longer takes';
    return [{ path: '', what: `${what} ${describeShape(shape)}` }];
  });
}

function kindOf(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  if ('is' in shape) return shape.is;
  return callable(shape) === null ? (Object.keys(shape)[0] ?? '') : 'calls';
}

function compareObjects(used: ObjectShape, offered: ObjectShape, how: Comparing): Misfit[] {
  const there = new Map(fieldsOf(offered).map((field) => [field.name, field]));
  const named = new Map(fieldsOf(used).map((field) => [field.name, field]));
  const others = new Set([...(offered.others ?? []), ...there.keys()]);
  const misfits: Misfit[] = [];
  for (const field of named.values()) {
    const found = there.get(field.name);
    const at = `.${field.name}`;
    const shape = found?.shape ?? offered.rest;
    if (shape === undefined) {
      const isLeftOut = how.isNewer && field.isOptional && !(how.side === 'taken' && offered.isExact);
      if (!isLeftOut && !others.has(field.name)) misfits.push({ path: at, what: 'is gone' });
      continue;
    }
    if (found !== undefined && how.side === 'given' && found.isOptional && !field.isOptional)
      misfits.push({ path: at, what: 'may now be missing' });
    if (found !== undefined && how.side === 'taken' && !found.isOptional && field.isOptional)
      misfits.push({ path: at, what: 'must now be given' });
    misfits.push(...below(at, compareShapes(field.shape, shape, how)));
  }
  for (const name of used.others ?? [])
    if (!others.has(name) && offered.rest === undefined) misfits.push({ path: `.${name}`, what: 'is gone' });
  if (how.side === 'taken')
    for (const { name, isOptional } of there.values())
      if (!isOptional && !named.has(name) && used.others?.includes(name) !== true)
        misfits.push({ path: `.${name}`, what: 'must now be given' });
  return [...misfits, ...compareRest(used, offered, how), ...compareCalls(used.calls, offered.calls, how)];
}

function compareRest(used: ObjectShape, offered: ObjectShape, how: Comparing): Misfit[] {
  if (used.rest === undefined) return [];
  if (offered.rest === undefined) return [{ path: '', what: 'has fixed names now' }];
  return below('[…]', compareShapes(used.rest, offered.rest, how));
}

/** Of several ways to call it, each that is used has to be there in one form. */
function compareCalls(used: ObjectShape['calls'] = [], offered: ObjectShape['calls'] = [], how: Comparing): Misfit[] {
  return used.flatMap((call) => {
    const pairs = offered
      .filter(({ makes }) => makes === call.makes)
      .map((other) => compareFunctions(call, other, how));
    return pairs.toSorted((a, b) => a.length - b.length)[0] ?? [{ path: '', what: 'is no function any more' }];
  });
}

function compareFunctions(used: FunctionShape, offered: FunctionShape, how: Comparing): Misfit[] {
  const flipped = { ...how, side: otherSide(how.side) };
  const misfits = used.takes.flatMap((argument, n) => {
    const other = argumentAt(offered, n);
    const isOptional = n >= requiredOf(used);
    if (other === undefined && how.isNewer && isOptional) return [];
    if (other === undefined) return [{ path: '', what: `no longer has argument ${n + 1}` }];
    const isNowNeeded = n < requiredOf(offered) && isOptional;
    // Whoever is called may get fewer than before; whoever calls may have to pass more.
    if (how.side === 'given' && isNowNeeded) return [{ path: '', what: `needs argument ${n + 1} now` }];
    if (how.side === 'taken' && n < requiredOf(used) && n >= requiredOf(offered))
      return [{ path: '', what: `may no longer hand over argument ${n + 1}` }];
    return below(pathOfArgument(used, n), compareShapes(argument, other, flipped));
  });
  if (how.side === 'given')
    for (let n = used.takes.length; n < requiredOf(offered); n++)
      misfits.push({ path: '', what: `needs argument ${n + 1} now` });
  const generics = (used.generics ?? []).flatMap((constraint, n) => {
    const other = offered.generics?.[n];
    return other === undefined ? [] : below(`<type ${n + 1}>`, compareShapes(constraint, other, flipped));
  });
  return [...misfits, ...generics, ...below('()', compareShapes(used.gives, offered.gives, how))];
}

function argumentAt({ takes, isVariadic }: FunctionShape, n: number): Shape | undefined {
  return takes[n] ?? (isVariadic === true ? takes.at(-1) : undefined);
}

function requiredOf({ takes, optional = 0, isVariadic }: FunctionShape): number {
  return takes.length - optional - (isVariadic === true ? 1 : 0);
}

/** A single argument that is an object is one with named fields, as the props of a component are. */
function pathOfArgument({ takes }: FunctionShape, n: number): string {
  return takes.length === 1 && isObject(takes[0]) ? '' : `(argument ${n + 1})`;
}

function compareLists(used: Shape & { list: Shape }, offered: Shape & { list: Shape }, how: Comparing): Misfit[] {
  const [from, to] = how.side === 'given' ? [offered, used] : [used, offered];
  const isReadonly = (shape: Shape) => isList(shape) && shape.isReadonly === true;
  const misfits = below('[]', compareShapes(used.list, offered.list, how));
  if (isReadonly(from) && !isReadonly(to))
    misfits.push({ path: '', what: how.side === 'given' ? 'is read-only now' : 'no longer takes a read-only list' });
  return [...misfits, ...compareLimits(used, offered, how.side)];
}

function compareNamed(used: Shape, offered: Shape, how: Comparing): Misfit[] {
  const [from, to] = how.side === 'given' ? [offered, used] : [used, offered];
  if (typeof from === 'object' && 'value' in from) {
    const isSame = typeof to === 'object' && 'value' in to && to.value === from.value;
    if (isSame || nameOf(to) === typeof from.value) return [];
  }
  const ofUsed = typeof used === 'object' && 'of' in used ? used.of : [];
  const ofOffered = typeof offered === 'object' && 'of' in offered ? offered.of : [];
  if (nameOf(from) === undefined || nameOf(from) !== nameOf(to) || ofOffered.length < ofUsed.length)
    return [{ path: '', what: `is now ${describeShape(offered)}, was ${describeShape(used)}` }];
  return [
    ...ofUsed.flatMap((shape, n) => compareShapes(shape, ofOffered[n] ?? 'unknown', how)),
    ...compareLimits(used, offered, how.side),
  ];
}

function nameOf(shape: Shape): string | undefined {
  if (typeof shape === 'string') return shape;
  return 'is' in shape ? shape.is : undefined;
}

function below(path: string, misfits: readonly Misfit[]): Misfit[] {
  return misfits.map((misfit) => ({ ...misfit, path: `${path}${misfit.path}` }));
}
