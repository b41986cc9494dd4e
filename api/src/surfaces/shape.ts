/**
 * What a member of kit, host or contract is, without its words: two sources that differ in names of types, order,
 * comments or format have one shape. As JSON, so that it can be kept beside a release.
 * - a text: a type by its name, such as `string` or `ReactNode`; `#0` is the first type parameter around it
 * - `fields`: an object; `title?` may be left out. `others`: names of fields that come with a library's type.
 *   `isExact`: it takes no further fields. `rest`: what any other field holds
 * - `takes`: a function, of which the last `optional` arguments may be left out; `makes` of a class
 */
export type Shape =
  | string
  | { readonly value: string | number | boolean | null }
  | { readonly is: string; readonly of: readonly Shape[] }
  | { readonly is: string; readonly limits: Limits }
  | { readonly oneOf: readonly Shape[] }
  | { readonly list: Shape; readonly limits?: Limits | undefined; readonly isReadonly?: boolean | undefined }
  | ObjectShape
  | FunctionShape;

/** By their names in JSON Schema, such as `maxLength`. */
export type Limits = Readonly<Record<string, string | number>>;

export interface ObjectShape {
  readonly fields: Readonly<Record<string, Shape>>;
  readonly others?: readonly string[] | undefined;
  readonly rest?: Shape | undefined;
  readonly isExact?: boolean | undefined;
  readonly calls?: readonly FunctionShape[] | undefined;
}

export interface FunctionShape {
  readonly takes: readonly Shape[];
  readonly optional?: number | undefined;
  /** The last of `takes` stands for any number. */
  readonly isVariadic?: boolean | undefined;
  readonly gives: Shape;
  /** What each type parameter has to be. */
  readonly generics?: readonly Shape[] | undefined;
  readonly makes?: boolean | undefined;
}

/** Before the name of a type that is passed on as it is: `is` that, and `of` what it holds. */
export const PASSED_ON = 'passed on ';

/** One of them, each once and in an order of their own. */
export function oneOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => alternatives(shape));
  const unique = new Map(flat.map((shape) => [JSON.stringify(shape), shape]));
  const sorted = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  return sorted.length === 1 ? (sorted[0] as Shape) : { oneOf: sorted };
}

export function alternatives(shape: Shape): readonly Shape[] {
  return typeof shape === 'object' && 'oneOf' in shape ? shape.oneOf : [shape];
}

export const isObject = (shape: Shape | undefined): shape is ObjectShape =>
  typeof shape === 'object' && 'fields' in shape;
export const isFunction = (shape: Shape | undefined): shape is FunctionShape =>
  typeof shape === 'object' && 'takes' in shape;
export const isList = (shape: Shape | undefined): shape is Extract<Shape, { list: Shape }> =>
  typeof shape === 'object' && 'list' in shape;

/** A field under its name, and whether it may be left out. */
export interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

export function fieldsOf({ fields }: ObjectShape): Field[] {
  return Object.entries(fields).map(([key, shape]) => {
    const isOptional = key.endsWith('?');
    return { name: isOptional ? key.slice(0, -1) : key, isOptional, shape };
  });
}
