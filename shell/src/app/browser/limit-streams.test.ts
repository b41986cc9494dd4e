import { expect, test, vi } from 'vitest';
import { limitStreams, ownStream } from './limit-streams.ts';

class Stream {
  readonly CLOSED = 2;
  readyState = 1;
  close() {
    this.readyState = this.CLOSED;
  }
}

test('of the streams of areas two stay open, beside the one of the shell', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const page = { EventSource: Stream as unknown as typeof EventSource };
  limitStreams(page);
  const open = () => new page.EventSource('/api/events');
  const own = ownStream(open);
  const streams = [open(), open(), open(), open()];
  expect(streams.map(({ readyState }) => readyState)).toEqual([2, 2, 1, 1]);
  expect(own.readyState).toBe(1);
  streams[2]?.close();
  open();
  expect(streams[3]?.readyState).toBe(1);
  expect(warned).toHaveBeenCalledTimes(2);
});
