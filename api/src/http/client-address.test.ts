import { expect, test } from 'vitest';
import { networkOf } from './client-address.ts';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['10.0.0.1:4711', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:a00:1', '10.0.0.1'],
  ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['x'.repeat(5000), 'x'.repeat(64)],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));
