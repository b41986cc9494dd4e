import type { Shape } from './shape.ts';

/** Some four times what the largest build has: whoever reads a shape goes into it by calling itself. */
const MOST_LEVELS = 100;

type Check = (value: unknown, level: number) => boolean;

/** An object has what is needed, may have what is optional, and has nothing else. */
interface Form {
  readonly needed: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isLiteral: Check = (value, level) =>
  value === null || isText(value, level) || isNumber(value, level) || isFlag(value, level);
const listOf =
  (check: Check): Check =>
  (value, level) =>
    Array.isArray(value) && value.every((one) => check(one, level));
const recordOf =
  (check: Check): Check =>
  (value, level) =>
    isRecord(value) && Object.keys(value).every((name) => name !== '__proto__' && check(value[name], level));
const isLimits = recordOf((value, level) => isText(value, level) || isNumber(value, level));
const isMethod: Check = (value, level) => isRecord(value) && isOfForm(value, FORMS.takes, level);

/** By a name that no other form has. */
const FORMS = {
  fields: {
    needed: { fields: recordOf(isPart) },
    optional: { others: listOf(isText), rest: isPart, isExact: isFlag, calls: listOf(isMethod) },
  },
  value: { needed: { value: isLiteral } },
  oneOf: { needed: { oneOf: listOf(isPart) } },
  takes: {
    needed: { takes: listOf(isPart), gives: isPart },
    optional: { optional: isNumber, isVariadic: isFlag, generics: listOf(isPart), makes: isFlag },
  },
  list: { needed: { list: isPart }, optional: { limits: isLimits, isReadonly: isFlag } },
  of: { needed: { is: isText, of: listOf(isPart) } },
  is: { needed: { is: isText, limits: isLimits } },
} satisfies Record<string, Form>;
const BY_NAME = Object.entries<Form>(FORMS);

/** By hand: each start of a process reads what all its builds use, tens of thousands of parts. */
export const isShape = (value: unknown): value is Shape => isPart(value, 0);

function isPart(value: unknown, level: number): boolean {
  if (typeof value === 'string') return true;
  if (!isRecord(value)) return false;
  const form = BY_NAME.find(([name]) => Object.hasOwn(value, name))?.[1];
  return form !== undefined && isOfForm(value, form, level);
}

function isOfForm(value: Record<string, unknown>, { needed, optional = {} }: Form, level: number): boolean {
  if (level >= MOST_LEVELS) return false;
  let found = 0;
  for (const name of Object.keys(value)) {
    const isNeeded = Object.hasOwn(needed, name);
    if (isNeeded) found += 1;
    else if (!Object.hasOwn(optional, name)) return false;
    const check = (isNeeded ? needed : optional)[name];
    if (check?.(value[name], level + 1) !== true) return false;
  }
  return found === Object.keys(needed).length;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
