import { SPACING_MINUTES } from '@pagecast/api/contract';
import { useUser } from '../runtime/host.tsx';

/** How far apart this person's posts stay on a page, as the API said with them. */
export function useSpacingMinutes(): number {
  return useUser().spacingMinutes ?? SPACING_MINUTES;
}
