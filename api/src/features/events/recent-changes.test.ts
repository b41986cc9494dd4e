import { describe, expect, test } from 'vitest';
import { LIVE_FAMILIES } from '../../contract/status.ts';
import { recentChanges } from './recent-changes.ts';

/** At a clock that moves by hand, long after the start. */
function atClock() {
  let now = 0;
  const changes = recentChanges(() => now);
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  pass(600);
  return { changes, pass };
}

describe('who comes back', () => {
  test('misses what changed since, of their own and of everybody', () => {
    const { changes } = atClock();
    changes.note('1:test', ['posts']);
    const id = changes.id();
    changes.note('1:test', ['pages', 'dashboard']);
    changes.note('2:test', ['settings']);
    changes.note('*', ['status']);
    expect(changes.missed(['1:test', '*'], id)).toEqual(['pages', 'dashboard', 'status']);
    expect(changes.missed(['1:test', '*'], changes.id())).toEqual([]);
  });

  test('misses a family that had changed before and did so again', () => {
    const { changes } = atClock();
    changes.note('1:test', ['posts']);
    const id = changes.id();
    changes.note('1:test', ['posts']);
    expect(changes.missed(['1:test'], id)).toEqual(['posts']);
  });

  test('after a time that is remembered in part takes everything for changed', () => {
    const { changes, pass } = atClock();
    const before = changes.id();
    changes.note('2:test', ['posts']);
    const after = changes.id();
    pass(301);
    changes.forgetOld();
    expect(changes.missed(['1:test'], before)).toEqual(LIVE_FAMILIES);
    expect(changes.missed(['1:test'], after)).toEqual([]);
  });

  test('over a gap in what was heard takes everything for changed', () => {
    const { changes } = atClock();
    const id = changes.id();
    changes.startOver();
    expect(changes.missed(['1:test'], id)).toEqual(LIVE_FAMILIES);
  });

  test.each(['nothing', 'x.0', 'AAAAAAAAAAAA.1'])(
    'with an id from elsewhere takes everything for changed: %s',
    (id) => {
      expect(atClock().changes.missed(['1:test'], id)).toEqual(LIVE_FAMILIES);
    },
  );

  test.each(['NaN', '-1', '99'])('with a made-up place takes everything for changed: %s', (place) => {
    const { changes } = atClock();
    const [epoch] = changes.id().split('.');
    expect(changes.missed(['1:test'], `${epoch}.${place}`)).toEqual(LIVE_FAMILIES);
  });
});

describe('a page that was just loaded', () => {
  test('may have read its data before the latest changes', () => {
    const { changes, pass } = atClock();
    changes.note('1:test', ['pages']);
    pass(31);
    changes.note('1:test', ['posts']);
    pass(29);
    expect(changes.missed(['1:test'], null)).toEqual(['posts']);
    pass(2);
    expect(changes.missed(['1:test'], null)).toEqual([]);
  });

  test('takes everything for changed while this process has not heard for as long', () => {
    const { changes, pass } = atClock();
    changes.startOver();
    pass(29);
    expect(changes.missed(['1:test'], null)).toEqual(LIVE_FAMILIES);
    pass(2);
    expect(changes.missed(['1:test'], null)).toEqual([]);
  });
});
