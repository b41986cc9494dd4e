import type { Knex } from 'knex';
import { MAX_SHARE_PEOPLE, type ShareStep } from '../../contract/release-shares.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { unknownPeople } from '../users/known-people.repository.ts';
import type { Share } from './release-shares.repository.ts';

/** How far a share is to go. People who are named already stay; a plan that is left out does, too. */
export interface Wanted {
  readonly version: string;
  readonly percent: number;
  readonly people?: readonly string[] | undefined;
  readonly plan?: readonly ShareStep[] | null | undefined;
}

/** @throws InvalidInputError for what says nothing, or contradicts itself */
export async function assertPossible(
  db: Knex,
  { version, percent, people = [], plan }: Wanted,
  share: Share | null,
): Promise<void> {
  const issue = (path: string, message: string) => InvalidInputError.of([{ path, message }]);
  const own = share?.version === version ? share : null;
  if (own === null && percent === 100)
    throw issue('percent', 'Must be less than 100 at first. To give everybody this version, make it current.');
  if (percent === 0 && people.length === 0 && own === null)
    throw issue('percent', 'Must be at least 1 where nobody is named');
  if (own !== null && percent < own.percent)
    throw issue(
      'percent',
      `Must be at least ${own.percent}: nobody loses a version that they have. Abort it to take it back.`,
    );
  const steps = [percent, ...(plan ?? []).map((step) => step.percent)];
  if (steps.some((step, n) => n > 0 && step <= steps[n - 1]!))
    throw issue('plan', 'Each step must have more percent than the one before');
  if (new Set([...(own?.people ?? []), ...people]).size > MAX_SHARE_PEOPLE)
    throw issue('people', `Must be at most ${MAX_SHARE_PEOPLE} with those who are named already`);
  const unknown = await unknownPeople(db, people);
  if (unknown.length > 0)
    throw issue('people', `Nobody who uses this Pagecast has the Facebook ID ${unknown.join(', ')}`);
}
