import { expect, test } from 'vitest';
import { openOfAddress } from './open-of-address.ts';

test('places are taken, given back, and counted for each address', () => {
  const places = openOfAddress(2);
  const first = places.take('192.0.2.1');
  expect([places.take('192.0.2.1') !== null, places.take('192.0.2.1'), places.take('192.0.2.2') !== null]).toEqual([
    true,
    null,
    true,
  ]);
  first?.();
  expect(places.take('192.0.2.1')).not.toBeNull();
});

test('who has one address of a network of IPv6 has them all', () => {
  const places = openOfAddress(1);
  places.take('2001:db8:1:2::1');
  expect([places.take('2001:db8:1:2:ffff::9'), places.take('2001:db8:1:3::1') !== null]).toEqual([null, true]);
});
