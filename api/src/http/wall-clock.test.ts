import { expect, test } from 'vitest';
import { chanceFrom } from '../../sandbox/chance.ts';
import { occurrencesBetween } from '../features/recurrences/next-times.ts';
import { readRule } from '../features/recurrences/rule.ts';
import { slotsBetween } from '../features/slots/weekly-plan.ts';
import { clockOf, dayAt } from './wall-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const [FROM, UNTIL] = ['2026-01-01T00:00:00Z', '2031-01-01T00:00:00Z'].map((at) => Temporal.Instant.from(at)) as [
  Temporal.Instant,
  Temporal.Instant,
];
const LORD_HOWE = 'Australia/Lord_Howe';

/** The moments at which clocks of a zone are changed, in five years. */
function changesOf(zone: string): number[] {
  const found: number[] = [];
  let at = FROM.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (at !== null && at.epochMilliseconds < UNTIL.epochMilliseconds) {
    found.push(at.epochMilliseconds);
    at = at.getTimeZoneTransition('next');
  }
  return found;
}

const ZONES = Intl.supportedValuesOf('timeZone')
  .map((zone) => ({ zone, changes: changesOf(zone) }))
  .filter(({ changes }) => changes.length > 0);
/** What clocks of a zone show, and from when. */
const offsetsOf = ({ zone, changes }: (typeof ZONES)[number]) =>
  [FROM.epochMilliseconds, ...changes]
    .map((at) => `${at} ${Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offset}`)
    .join(', ');
/** One zone of all whose clocks show the same. */
const CHANGED = [...new Map(ZONES.map((of) => [offsetsOf(of), of] as const)).values()];

test('around every change of clocks anywhere, a time is when the platform itself says it is', () => {
  expect(ZONES.length).toBeGreaterThan(100);
  expect(ZONES.find(({ zone }) => zone === LORD_HOWE)?.changes).toHaveLength(10);
  const wrong: string[] = [];
  for (const { zone, changes } of CHANGED) {
    const clock = clockOf(zone);
    for (const change of changes) {
      const { day, month, year } = Temporal.Instant.fromEpochMilliseconds(change).toZonedDateTimeISO(zone);
      const midnight = Temporal.PlainDateTime.from({ year, month, day });
      // The hours around it, of the day before and the day after too.
      for (let minute = -26 * 60; minute < 50 * 60; minute += 15) {
        const wall = midnight.add({ minutes: minute });
        const { at } = clock(
          Math.floor(Date.parse(`${wall.toPlainDate().toString()}T00:00Z`) / DAY_MS),
          wall.hour * 60 + wall.minute,
        );
        const there = wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
        if (at.getTime() !== there) wrong.push(`${zone} ${wall.toString()}: ${at.toISOString()}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('a repeating post comes once on each day on which clocks change, however its days are cut into rounds', () => {
  const chance = chanceFrom('rounds');
  const rule = readRule('FREQ=DAILY');
  for (const { zone, changes } of CHANGED)
    for (const change of changes.slice(0, 2)) {
      // Within an hour of the change, as its clocks are before it.
      const reading = Temporal.Instant.fromEpochMilliseconds(
        change - HOUR_MS + Math.floor(chance() * 12) * 10 * MINUTE_MS,
      )
        .toZonedDateTimeISO(zone)
        .toPlainTime();
      const pattern = { rule, startsOn: '2026-01-01', timeOfDay: reading.toString().slice(0, 5), timeZone: zone };
      const [begin, end] = [change - 3 * DAY_MS, change + 3 * DAY_MS];
      const cuts = Array.from({ length: 8 }, () => begin + Math.floor(chance() * (end - begin)));
      const rounds = [begin, ...cuts, change, end].toSorted((one, other) => one - other).map((ms) => new Date(ms));
      const found = rounds.slice(1).flatMap((until, n) => occurrencesBetween(pattern, rounds[n] as Date, until));
      expect(found.map(({ date }) => date)).toEqual([...new Set(found.map(({ date }) => date))]);
      expect(found).toEqual(occurrencesBetween(pattern, new Date(begin), new Date(end)));
      expect([5, 6, 7]).toContain(found.length);
      for (const { date, at } of found)
        expect([zone, new Date(dayAt(at, zone) * DAY_MS).toISOString().slice(0, 10)]).toEqual([zone, date]);
    }
});

test('a slot of every day comes once on each day on which clocks change', () => {
  const chance = chanceFrom('slots');
  for (const { zone, changes } of CHANGED)
    for (const change of changes.slice(0, 2)) {
      const minute = Math.floor(chance() * 24 * 4) * 15;
      const minutes = Array.from({ length: 7 }, (_, day) => day * 24 * 60 + minute);
      const [begin, middle, end] = [change - 3 * DAY_MS, change, change + 3 * DAY_MS].map((ms) => new Date(ms)) as [
        Date,
        Date,
        Date,
      ];
      const whole = slotsBetween({ minutes, zone }, { from: begin, before: end });
      const days = whole.map((at) => dayAt(at, zone));
      expect(days).toEqual(days.map((_, n) => (days[0] ?? 0) + n));
      expect([
        ...slotsBetween({ minutes, zone }, { from: begin, before: middle }),
        ...slotsBetween({ minutes, zone }, { from: middle, before: end }),
      ]).toEqual(whole);
    }
});
