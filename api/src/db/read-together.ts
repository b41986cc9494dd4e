/**
 * Reads for all who ask at the same time in one statement: those of one turn of the event loop, and after that those
 * who came while the last statement was on its way. Nobody gets what was read before they asked.
 * @param read answers in the order of its keys
 */
export function readTogether<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: { readonly keys: Key[]; readonly values: Promise<readonly Value[]> } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function gather() {
    const keys: Key[] = [];
    const values = last.then(() => {
      waiting = null;
      return read(keys);
    });
    last = values.catch(() => {});
    return { keys, values };
  }

  return async (key) => {
    waiting ??= gather();
    const place = waiting.keys.push(key) - 1;
    return (await waiting.values)[place] as Value;
  };
}
