import fs from 'node:fs';

/** Debian's package libfaketime, for programs with threads. */
export const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** A clock that can be set while its process runs; durations stay right. */
export function settableClock(file: string) {
  /** @param seconds by how much it is wrong */
  const set = (seconds: number) => fs.writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  set(0);
  return {
    set,
    env: {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}
