import type Router from '@koa/router';

/** The first part of an address. */
const partOf = (path: string) => path.split('/', 2)[1]?.toLowerCase() ?? '';

/**
 * Addresses that the server answers itself, by their first part: no screen is ever reached there. They are known once
 * all routers are.
 */
export function answeredPaths() {
  const parts = new Set<string>();
  return {
    note(routers: readonly Pick<Router, 'stack'>[]): void {
      for (const { path } of routers.flatMap(({ stack }) => stack)) {
        const part = typeof path === 'string' ? partOf(path) : '';
        // Up to what stands for any more.
        const fixed = part.split('{', 1)[0] ?? '';
        if (/^[\w.-]+$/.test(fixed)) parts.add(fixed);
      }
    },

    has: (path: string): boolean => parts.has(partOf(path)),
  };
}
export type AnsweredPaths = ReturnType<typeof answeredPaths>;
