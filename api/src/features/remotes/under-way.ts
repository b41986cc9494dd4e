import { ConflictError } from '../../http/errors.ts';

/** What somebody else does with releases, for which everybody waits. */
const UNDER_WAY = {
  moving: (name: string) => `Somebody else is moving ${name} right now.`,
  addressing: () => 'Somebody else is releasing an area with new addresses right now.',
  clearing: () => 'Files of releases are being cleared away right now.',
} as const;

/** @param area that is moved */
export function underWay(what: keyof typeof UNDER_WAY, area = ''): ConflictError {
  return new ConflictError(`${UNDER_WAY[what](area)} Nothing was changed: try again in a minute.`, {
    isUnderWay: true,
  });
}
