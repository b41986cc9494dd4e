import { useState } from 'react';

/**
 * Whether something has been so once. What was shown then stays: a failed call that is made again is on its way again.
 */
export function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return isSo || wasSo;
}
