import { expect, test } from 'vitest';
import { tzOffset } from '@date-fns/tz/tzOffset';
import { minutesEast } from '../testing/database-state.ts';
import { setUpApi } from '../testing/scene.ts';
import { canonicalTimeZone, zoneOfClock } from './time-zone.ts';

const api = setUpApi();

test('a zone that is taken from people means the same to the database', async () => {
  const at = new Date('2026-07-01T12:00:00Z');
  const odd = ['UTC', 'Z', 'GMT', 'EST', 'Etc/GMT+8', 'europe/kyiv', '+08:00', '-0530', '+09', 'SystemV/AST4'];
  const zones = [...Intl.supportedValuesOf('timeZone'), ...odd].map(canonicalTimeZone).filter((zone) => zone !== null);
  expect(zones.length).toBeGreaterThan(400);
  expect(await minutesEast(api.db, zones, at)).toEqual(zones.map((zone) => tzOffset(zone, at)));
});

test('an offset is no zone, but tells where the clock of a sheet stands', () => {
  expect([canonicalTimeZone('+08:00'), zoneOfClock('+0800'), zoneOfClock('+99:00')]).toEqual([null, '+08:00', null]);
  expect(zoneOfClock('asia/kuala_lumpur')).toBe('Asia/Kuala_Lumpur');
});
