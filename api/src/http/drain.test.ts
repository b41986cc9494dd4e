import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draining } from './drain.ts';

const DRAIN_MS = 5000;
const headers = new Map<string, string>();
let server: EventEmitter;
let drain: (isCut: () => boolean) => Promise<void>;
const request = () =>
  server.emit('request', {}, { setHeader: (name: string, value: string) => headers.set(name, value) });

beforeEach(() => {
  vi.useFakeTimers();
  headers.clear();
  server = new EventEmitter();
  ({ drain } = draining(server as Server, DRAIN_MS));
});
afterEach(() => {
  vi.useRealTimers();
});

/** How long it takes, in ms. */
async function lasts(isCut = () => false): Promise<number> {
  const began = performance.now();
  const ended = drain(isCut).then(() => performance.now() - began);
  await vi.advanceTimersByTimeAsync(2 * DRAIN_MS);
  return ended;
}

test('who was asked a moment ago serves on for the whole time', async () => {
  request();
  expect(await lasts()).toBe(DRAIN_MS);
});

test('who was asked some time ago serves on for the rest of it', async () => {
  request();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await lasts()).toBe(2000);
});

test('nobody is waited for where nobody asks', async () => {
  expect(await lasts()).toBe(0);
  request();
  await vi.advanceTimersByTimeAsync(DRAIN_MS);
  expect(await lasts()).toBe(0);
});

test('requests that go on do not make it longer, and their connections end', async () => {
  request();
  expect(headers.size).toBe(0);
  const asking = setInterval(request, 100);
  expect(await lasts()).toBe(DRAIN_MS);
  clearInterval(asking);
  expect(headers.get('connection')).toBe('close');
});

test('it is cut short', async () => {
  request();
  expect(await lasts(() => true)).toBe(0);
});
