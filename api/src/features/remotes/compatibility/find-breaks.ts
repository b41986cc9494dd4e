import semver from 'semver';
import { compareShapes, TooManyShapesError } from './compare-shapes.ts';
import type { Shape } from '../../../surfaces/shape.ts';
import { SURFACE_FILE, type Surface } from '../../../surfaces/surface.ts';

/** What somebody uses and does not find as they know it: `{member: 'Button.busy of the kit', what: 'is gone'}`. */
export interface Break {
  readonly member: string;
  readonly what: string;
}

/** Some ten times what the largest area takes. */
const MOST_SHAPES = 100_000;

/**
 * Where somebody would not get along with what is offered.
 * @param isNewer what is used may be from a later day, and does without what it marks as optional
 */
export function findBreaks(uses: Surface, offers: Surface, isNewer: boolean): Break[] {
  const how = { side: 'given', isNewer, budget: { left: MOST_SHAPES } } as const;
  const compared = (used: Shape, offered: Shape, name: (path: string) => string) =>
    compareShapes(used, offered, how).map(({ path, what }) => ({ member: name(path), what }));
  try {
    const all = allBreaks(uses, offers, compared);
    return [...new Map(all.map((one) => [`${one.member} ${one.what}`, one])).values()];
  } catch (error) {
    if (!(error instanceof TooManyShapesError)) throw error;
    return [{ member: SURFACE_FILE, what: 'says more than can be compared' }];
  }
}

type Compare = (used: Shape, offered: Shape, name: (path: string) => string) => Break[];

function allBreaks(uses: Surface, offers: Surface, compared: Compare): Break[] {
  return [
    ...(uses.host && offers.host ? compared(uses.host, offers.host, (path) => `HostApi${path}`) : []),
    ...shapeBreaks(
      uses.kit,
      offers.kit,
      (name) => name,
      compared,
      (name, path) => `${name}${path} of the kit`,
    ),
    ...shapeBreaks(uses.calls, offers.calls, routeOf, compared, nameOfCall),
    ...nameBreaks(uses.contract, offers.contract, (name) => `${name} of the contract`),
    ...nameBreaks(uses.signals, offers.signals, (name) => `the event ${name}`),
    ...nameBreaks(uses.tokens, offers.tokens, (name) => `the style ${name}`),
    ...sharedBreaks(uses.shared, offers.shared),
  ];
}

function shapeBreaks(
  uses: Surface['calls'] = {},
  offers: Surface['calls'],
  keyOf: (name: string) => string,
  compared: Compare,
  nameOf: (name: string, path: string) => string,
): Break[] {
  if (offers === undefined) return [];
  const there = new Map(Object.entries(offers).map(([name, shape]) => [keyOf(name), shape]));
  return Object.entries(uses).flatMap(([name, used]) => {
    const offered = there.get(keyOf(name));
    if (offered === undefined) return [{ member: nameOf(name, ''), what: 'is gone' }];
    return compared(used, offered, (path) => nameOf(name, path));
  });
}

function nameBreaks(
  uses: readonly string[] = [],
  offers: readonly string[] | undefined,
  nameOf: (name: string) => string,
): Break[] {
  if (offers === undefined) return [];
  const there = new Set(offers);
  return uses.filter((name) => !there.has(name)).map((name) => ({ member: nameOf(name), what: 'is gone' }));
}

function sharedBreaks(uses: Surface['shared'] = {}, offers: Surface['shared']): Break[] {
  if (offers === undefined) return [];
  return Object.entries(uses).flatMap(([name, range]) => {
    const version = offers[name];
    if (version === undefined) return [{ member: name, what: 'is no longer shared' }];
    if (semver.satisfies(version, range, { includePrerelease: true })) return [];
    return [{ member: name, what: `is now ${version}, and ${range} is needed` }];
  });
}

/** The same address, whatever its parameters are called. */
function routeOf(call: string): string {
  return call.replaceAll(/:\w+/g, ':');
}

/** `().answer.posts[].title` of `GET /api/posts` -> `GET /api/posts: answer.posts[].title`. */
function nameOfCall(call: string, path: string): string {
  const within = path.replace(/^(\(\))?\.?/, '');
  return within === '' ? call : `${call}: ${within}`;
}
