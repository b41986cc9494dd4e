/**
 * Runs `stop` once when this process is asked to end: by SIGINT or SIGTERM, or because the process that started it is
 * gone (its channel closes even on kill -9). A second signal changes nothing: a terminal's Ctrl-C reaches everybody at
 * once.
 */
export function onStop(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  if (process.connected) process.on('disconnect', end);
  // It was gone before this line.
  else if (process.send !== undefined) setImmediate(end);
}

/** Says what is wrong in one line and ends. */
export function fail(line: string): never {
  console.error(line);
  process.exit(1);
}
