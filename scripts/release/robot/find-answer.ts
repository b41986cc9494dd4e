import type { Endpoint } from '../../../api/src/contract/endpoint.ts';
import type { SmokeAnswer } from '../smoke.ts';

/** Finds the answer to a call, the last one that fits; null where there is none. */
export function answerFinder(answers: readonly SmokeAnswer[]) {
  const matchers = answers.map((one) => ({ ...one, match: matcherOf(one.endpoint) })).toReversed();
  return (method: string, path: string) => {
    for (const { endpoint, reply, match } of matchers) {
      const params = endpoint.method === method ? match(path) : null;
      if (params !== null) return { endpoint, reply, params };
    }
    return null;
  };
}

/** @returns the params of a path that fits, or null */
function matcherOf({ path }: Endpoint): (given: string) => Record<string, string> | null {
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  return (given) => {
    const found = pattern.exec(given);
    return found === null
      ? null
      : Object.fromEntries(
          Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
        );
  };
}
