import { useState } from 'react';

/**
 * What is known, or was last: areas share the cache with the shell, and one that clears it must not take away what
 * every screen stands on while that is read again.
 * @param known undefined while it is not
 */
export function useLastKnown<Data>(known: Data | undefined): Data | undefined {
  const [last, setLast] = useState(known);
  if (known !== undefined && known !== last) setLast(known);
  return known === undefined ? last : known;
}
