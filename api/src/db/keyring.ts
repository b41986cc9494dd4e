/** A secret that the keys of single purposes are made from. */
export interface DataKey {
  /** Null where there are no data keys yet: then it is the secret key itself. */
  readonly id: number | null;
  /** Of before there were data keys: what it seals, every release reads. */
  readonly isFirst: boolean;
  readonly root: string;
}

/** The data keys of one moment. */
export interface Ring {
  /** Seals and signs what is new. */
  readonly current: DataKey;
  /** Open and check what is there, the current one first. */
  readonly all: readonly DataKey[];
  /** No key has had a higher number yet: one that is missing below it is gone for good. */
  readonly newest: number;
  /** People are known again by names that are made from it: it stays when the others change. */
  readonly names: string;
}

/** As long as no rotation was ordered, the secret key is the one data key. */
export function ringOf(secretKey: string, newest = 0): Ring {
  const first = { id: null, isFirst: true, root: secretKey };
  return { current: first, all: [first], newest, names: secretKey };
}

/**
 * The keys that this process goes by. They change while it runs, so nobody keeps what they were.
 * @param secretKey until the database was asked
 */
export function keyring(secretKey: string) {
  let ring = ringOf(secretKey);
  let missed: () => void = () => {};
  return {
    current: (): DataKey => ring.current,
    all: (): readonly DataKey[] => ring.all,
    newest: (): number => ring.newest,
    names: (): string => ring.names,
    use(next: Ring): void {
      ring = next;
    },
    /** Calls back when something is met that none of these keys has sealed: there may be a new one. */
    onMissing(callback: () => void): void {
      missed = callback;
    },
    missing: () => missed(),
  };
}
export type Keyring = ReturnType<typeof keyring>;

/** Those of this process, or a secret key for who has no others. */
export type Keys = Keyring | string;

export function keyringOf(keys: Keys): Keyring {
  return typeof keys === 'string' ? keyring(keys) : keys;
}
