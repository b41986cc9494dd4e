import { describe, expect, test } from 'vitest';
import { SHELL } from '../../contract/remotes.ts';
import { isIn, shownTo } from './share-assignment.ts';
import type { CurrentRelease } from './release-row.ts';

const PEOPLE = Array.from({ length: 10_000 }, (_, n) => `10000000${n}`);
const share = (id: number, percent: number, people: string[] = []) => ({ id, percent, people });
const inShare = (of: ReturnType<typeof share>) => PEOPLE.filter((person) => isIn(of, person));

describe('who gets a version that is shared', () => {
  test.each([1, 5, 25, 50, 99])('is %i percent of ten thousand people, about', (percent) => {
    const expected = percent * 100;
    // Four standard deviations.
    const margin = 4 * Math.sqrt(expected * (1 - percent / 100));
    expect(Math.abs(inShare(share(7, percent)).length - expected)).toBeLessThan(margin);
  });

  test('is nobody at 0 percent but those who are named', () => {
    expect(inShare(share(7, 0))).toEqual([]);
    expect(inShare(share(7, 0, [PEOPLE[3]!]))).toEqual([PEOPLE[3]]);
  });

  test('stays in while the share grows', () => {
    const [few, more, most] = [5, 25, 80].map((percent) => new Set(inShare(share(7, percent))));
    expect(few!.isSubsetOf(more!)).toBe(true);
    expect(more!.isSubsetOf(most!)).toBe(true);
  });

  test('are other people in each share, so that it is not always the same who come first', () => {
    const first = new Set(inShare(share(7, 20)));
    for (const id of [8, 70, 77]) {
      const both = first.intersection(new Set(inShare(share(id, 20)))).size;
      // 20 of 100 of 20 of 100.
      expect(both).toBeGreaterThan(300);
      expect(both).toBeLessThan(500);
    }
  });
});

describe('what somebody is shown', () => {
  const release = (name: string, version: string) => ({ name, version, contract: 1 }) as CurrentRelease;
  const registry = {
    areas: [release('mf_history', '1.0.0'), release('mf_media', '1.0.0')],
    shell: release(SHELL, 'a'),
    shares: [
      { share: share(1, 0, ['42']), release: release('mf_history', '1.1.0') },
      { share: share(2, 0, ['42']), release: release(SHELL, 'b') },
      { share: share(3, 0, ['42']), release: release('mf_post_ideas', '0.1.0') },
    ],
    unreadable: [],
  };
  const versions = (session: { facebookId: string } | null) => {
    const { areas, shell, sharedShell } = shownTo(session, registry);
    return [areas.map(({ name, version }) => `${name} ${version}`).toSorted(), shell?.version, sharedShell?.version];
  };

  test('is their version of an area or of the shell, also of an area that nobody else has', () => {
    expect(versions({ facebookId: '42' })).toEqual([
      ['mf_history 1.1.0', 'mf_media 1.0.0', 'mf_post_ideas 0.1.0'],
      'a',
      'b',
    ]);
  });

  test.each([[{ facebookId: '43' }], [null]])('is what is current for everybody else: %j', (session) => {
    expect(versions(session)).toEqual([['mf_history 1.0.0', 'mf_media 1.0.0'], 'a', undefined]);
  });
});
