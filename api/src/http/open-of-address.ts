import { networkOf } from './client-address.ts';

/** Counts what is open from each address, so that nobody can open everything there is. */
export function openOfAddress(most: number) {
  const open = new Map<string, number>();
  return {
    /** Takes a place, and answers how to give it back, once; null when this address has all of its places. */
    take(address: string): (() => void) | null {
      const of = networkOf(address);
      const now = open.get(of) ?? 0;
      if (now >= most) return null;
      open.set(of, now + 1);
      return () => {
        const left = (open.get(of) ?? 0) - 1;
        if (left > 0) open.set(of, left);
        else open.delete(of);
      };
    },
  };
}
