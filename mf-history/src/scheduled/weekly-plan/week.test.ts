import { expect, test } from 'vitest';
import { slotName, slotsOn, without, withTime } from './week.ts';

const nine = { day: 1, time: '09:00' };

test('a time is added to several days, and to none twice', () => {
  const added = withTime([nine], { days: [1, 2], time: '09:00' }, 30);
  expect(added).toEqual({ slots: [nine, { day: 2, time: '09:00' }] });
});

test('a time too close to another one is told with that one, also round the end of the week', () => {
  expect(withTime([nine], { days: [2, 1], time: '09:29' }, 30)).toEqual({
    tooClose: [{ day: 1, time: '09:29' }, nine],
  });
  const midnight = { day: 1, time: '00:10' };
  expect(withTime([midnight], { days: [7], time: '23:45' }, 30)).toEqual({
    tooClose: [{ day: 7, time: '23:45' }, midnight],
  });
  expect(withTime([nine], { days: [1], time: '09:30' }, 30)).toHaveProperty('slots');
});

test('times of a day stand in order, and one is taken away', () => {
  const slots = [{ day: 1, time: '18:00' }, nine, { day: 2, time: '07:00' }];
  expect(slotsOn(1, slots).map(slotName)).toEqual(['Monday 9:00', 'Monday 18:00']);
  expect(without(slots, nine)).toEqual([slots[0], slots[2]]);
});
