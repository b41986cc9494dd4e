import { expect, test } from 'vitest';
import { fieldsFrom, fieldsOf, ruleOf } from './rule-fields.ts';

const MONDAY = '2026-11-23';
const fields = fieldsFrom(MONDAY);

test.each([
  [{}, 'FREQ=WEEKLY;BYDAY=MO'],
  [{ interval: '2', days: ['FR', 'MO'] }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR'],
  [{ frequency: 'DAILY', interval: '3' }, 'FREQ=DAILY;INTERVAL=3'],
  [{ frequency: 'MONTHLY' }, 'FREQ=MONTHLY;BYMONTHDAY=23'],
  [{ frequency: 'MONTHLY', date: '-1' }, 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  [
    { frequency: 'MONTHLY', monthly: 'weekday', nth: '-1', weekday: 'FR', ends: 'on', until: '2027-03-31' },
    'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270331',
  ],
  [{ frequency: 'YEARLY', ends: 'after', count: '5' }, 'FREQ=YEARLY;COUNT=5'],
] as const)('%j is the rule %s, and back', (chosen, rule) => {
  expect(ruleOf({ ...fields, ...chosen })).toBe(rule);
  expect(ruleOf(fieldsOf(rule, MONDAY) ?? fields)).toBe(rule);
});

test('a rule that leaves its day to the first day has that day', () => {
  expect(fieldsOf('FREQ=WEEKLY', MONDAY)).toEqual(fields);
  expect(fieldsOf('FREQ=MONTHLY', MONDAY)).toMatchObject({ frequency: 'MONTHLY', date: '23' });
});

test.each([
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
  'FREQ=DAILY;BYMONTH=6',
])('a rule that the fields cannot say is left as it is: %s', (rule) => expect(fieldsOf(rule, MONDAY)).toBeNull());
