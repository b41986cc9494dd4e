import type { Standing } from '@pagecast/api/contract';
import { expect, test } from 'vitest';
import { describeStanding } from './describe-standing.ts';

const standing: Standing = { kind: 'person', by: 'Siti', at: 'noon', ruleWrittenAt: null, isChanged: false };

test.each<[Partial<Standing>, string]>([
  [{}, 'Reviewed and approved by Siti, noon.'],
  [{ by: null }, 'Reviewed and approved by a person, noon.'],
  [{ kind: 'rule', ruleWrittenAt: 'May' }, 'Approved by a rule that Siti wrote, May. Nobody read it first.'],
  [{ kind: 'token', by: 'Helper' }, 'Accepted because Helper may publish without approval. Nobody reviewed it first.'],
  [
    { kind: 'nobody', by: null, isChanged: true },
    'Nobody reviewed it before it was scheduled. It was changed afterwards, as the steps below say.',
  ],
])('%j is said as %s', (part, words) => expect(describeStanding({ ...standing, ...part }, (at) => at)).toBe(words));
