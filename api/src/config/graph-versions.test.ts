import { expect, test } from 'vitest';
import { describeGraphVersion } from './graph-versions.ts';

test.each([
  [
    'v19.0',
    '2026-11-23',
    'FB_GRAPH_VERSION is v19.0, which Facebook stopped serving on 21 May 2026. It answers with v21.0 instead, ' +
      'and with v22.0 from 21 January 2027 on.',
  ],
  [
    'v19.0',
    '2027-01-21',
    'FB_GRAPH_VERSION is v19.0, which Facebook stopped serving on 21 May 2026. It answers with v22.0 instead.',
  ],
  ['v19.0', '2026-05-20', 'FB_GRAPH_VERSION is v19.0. Facebook serves it until 21 May 2026, and v20.0 after that.'],
  ['v21.0', '2026-11-23', 'FB_GRAPH_VERSION is v21.0. Facebook serves it until 21 January 2027, and v22.0 after that.'],
  [
    'v3.2',
    '2026-11-23',
    'FB_GRAPH_VERSION is v3.2, which Facebook no longer serves. It answers with v21.0 instead, and with v22.0 from ' +
      '21 January 2027 on.',
  ],
  ['v26.0', '2026-11-23', null],
  ['v31.0', '2026-11-23', null],
])('%s on %s', (version, day, said) => {
  expect(describeGraphVersion(version, new Date(`${day}T00:00:00Z`))).toBe(said);
});
