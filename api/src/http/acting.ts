import * as contract from '../contract/index.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ForbiddenError } from './errors.ts';
import type { Session } from './session.ts';

/** Where the composition puts what writes down a call that is made in somebody's place. */
export const RECORD_ACTING_STATE = 'recordActing';
export type RecordActing = (endpoint: Endpoint, session: Session, path: string) => Promise<void>;

/** What an administrator may not do in somebody's place: whatever takes or brings a secret of theirs, or ends their account or their sessions. */
const REFUSED: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [contract.deleteAllData, 'delete their account'],
  [contract.logoutEverywhere, 'end their sessions'],
  [contract.facebookLogin, 'log in to Facebook'],
  [contract.syncPage, 'connect pages'],
  [contract.connectPage, 'connect pages'],
]);

/** @throws ForbiddenError for a call that is not for administrators in somebody's place */
export function refuseWhileActing(endpoint: Endpoint, session: Session | null): void {
  if (session === null || session.impersonator === null) return;
  const refused = REFUSED.get(endpoint);
  if (refused !== undefined) throw new ForbiddenError(`You are acting in the place of ${session.name}, and cannot ${refused}. Press Stop first.`);
  if (endpoint.access === 'admin') throw new ForbiddenError(`You are acting in the place of ${session.name}, who has no Admin Panel. Press Stop first.`);
}

const NAMES: ReadonlyMap<unknown, string> = new Map(Object.entries(contract).map(([name, value]) => [value, name]));

/** How the audit log calls it: the family and the name of the call, as in `posts.create-post`. */
export function actionOf(endpoint: Endpoint): string {
  const name = NAMES.get(endpoint) ?? endpoint.method.toLowerCase();
  return `${endpoint.resource}.${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
