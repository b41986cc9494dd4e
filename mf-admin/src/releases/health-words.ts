import type { RemoteState } from '@pagecast/api/contract';

/** More failures than this in a hundred tries need somebody's eyes. */
const WORRYING_SHARE = 0.02;

/** How a remote arrived in the last 24 hours, in one line. */
export function healthWords({ loads, failures, p95Ms }: RemoteState['health']): { words: string; isWorrying: boolean } {
  if (loads + failures === 0) return { words: 'Not opened in the last 24 hours', isWorrying: false };
  const parts = [
    `${loads.toLocaleString('en')} ${loads === 1 ? 'load' : 'loads'}`,
    `${failures.toLocaleString('en')} ${failures === 1 ? 'failure' : 'failures'}`,
    ...(p95Ms === null ? [] : [`95% within ${p95Ms.toLocaleString('en')} ms`]),
  ];
  return { words: `${parts.join(' · ')} in the last 24 hours`, isWorrying: failures > (loads + failures) * WORRYING_SHARE };
}
