import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventStream } from './stream.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the reader has been sent since the last read. */
async function sent(stream: ReturnType<typeof eventStream>): Promise<string> {
  let text = '';
  for (let chunk: unknown = ''; chunk !== null; chunk = stream.body.read()) {
    text += String(chunk);
    await setImmediate();
  }
  return text;
}
const change = (...families: string[]) => `id: here.7\ndata: ${JSON.stringify({ families })}\n\n`;

describe('a stream', () => {
  test('bundles what comes close together, and speaks less often in a burst', async () => {
    const stream = eventStream(() => 'here.7');
    await sent(stream);
    stream.notify(['posts']);
    stream.notify(['dashboard', 'posts']);
    vi.advanceTimersByTime(149);
    expect(await sent(stream)).toBe('');
    vi.advanceTimersByTime(1);
    expect(await sent(stream)).toBe(change('posts', 'dashboard'));

    stream.notify(['pages']);
    vi.advanceTimersByTime(499);
    expect(await sent(stream)).toBe('');
    vi.advanceTimersByTime(1);
    expect(await sent(stream)).toBe(change('pages'));
  });

  test('names no place that it has not told up to', async () => {
    const stream = eventStream(() => 'here.7');
    stream.alive();
    expect(await sent(stream)).toMatch(/^retry: \d{3,4}\nid: here\.7\nevent: alive\ndata: \{\}\n\n$/);
    stream.notify(['posts']);
    stream.alive();
    expect(await sent(stream)).toBe('event: alive\ndata: {}\n\n');
  });

  test('tells what waits before it ends, and nothing after', async () => {
    const stream = eventStream(() => 'here.7');
    await sent(stream);
    stream.notify(['session']);
    stream.end(60_000);
    stream.notify(['posts']);
    stream.alive();
    vi.runAllTimers();
    expect(await sent(stream)).toBe(`${change('session')}retry: 60000\n\n`);
    expect(stream.body.writableEnded).toBe(true);
  });

  test('is given up when its reader takes nothing any more', () => {
    const stream = eventStream(() => 'here.7');
    for (let count = 0; count < 20_000 && !stream.body.destroyed; count += 1) stream.alive();
    expect(stream.body.destroyed).toBe(true);
    stream.notify(['posts']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
