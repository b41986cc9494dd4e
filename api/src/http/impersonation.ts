import type Koa from 'koa';
import type { Context } from 'koa';
import * as contract from '../contract/index.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ForbiddenError } from './errors.ts';
import type { Session } from './session.ts';

const RECORD = 'recordImpersonation';
export type RecordImpersonation = (session: Session, action: string, subject: string, ip: string) => Promise<void>;

/** Lends what writes such calls down to every one of them, whichever route it goes to. */
export function lendRecord(server: Koa, record: RecordImpersonation): void {
  server.context[RECORD] = record;
}

/**
 * To be called before a write is done, so that nothing goes unrecorded that an administrator does by impersonation, or
 * a program with a token.
 */
export async function recordIfForAnother(ctx: Context, session: Session | null, action: string): Promise<void> {
  if ((session?.impersonator || session?.token) && !NO_ACTS.has(action))
    await (ctx[RECORD] as RecordImpersonation | undefined)?.(
      session,
      action,
      `${ctx.method} ${ctx.path}`,
      ctx.state['ip'] as string,
    );
}

/**
 * What an administrator may not do while impersonating: whatever takes or brings a secret of theirs, or ends their
 * account or their sessions.
 */
const REFUSED: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [contract.deleteAllData, 'delete their account'],
  [contract.logoutEverywhere, 'end their sessions'],
  [contract.facebookLogin, 'log in to Facebook'],
  [contract.syncPage, 'connect pages'],
  [contract.connectPage, 'connect pages'],
  [contract.changeMailAddress, 'change their email address'],
  [contract.removeMailAddress, 'change their email address'],
  [contract.createWebhook, 'create webhooks'],
  [contract.updateWebhook, 'change webhooks'],
  [contract.rotateWebhookSecret, 'replace secrets'],
  [contract.invitePageMember, 'invite people to pages'],
  [contract.acceptPageInvitation, 'accept invitations'],
  [contract.subscribeToPush, 'turn on notifications in this browser'],
  [contract.createToken, 'make tokens'],
  [contract.createDataExport, 'export their data'],
  [contract.deleteDataExport, 'delete their exports'],
]);

/** @throws ForbiddenError for a call that is not for impersonation */
export function refuseWhileImpersonating(endpoint: Endpoint, session: Session | null): void {
  if (session === null || session.impersonator === null) return;
  const refused = REFUSED.get(endpoint);
  if (refused !== undefined)
    throw new ForbiddenError(`You're impersonating ${session.name} and can't ${refused}. Press Stop first.`);
  if (endpoint.access === 'admin')
    throw new ForbiddenError(`You're impersonating ${session.name}, who can't open the Admin Panel. Press Stop first.`);
}

/** By these a browser reports by itself: nobody did anything. */
const NO_ACTS: ReadonlySet<string> = new Set(['remotes.report-remote-load', 'remotes.report-visit']);

const NAMES: ReadonlyMap<unknown, string> = new Map(Object.entries(contract).map(([name, value]) => [value, name]));

/**
 * Calls that had other names when the first entries about them were written: who searches the log finds all of them
 * under one.
 */
const RECORDED_AS: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [contract.startImpersonation, 'setMockUser'],
  [contract.stopImpersonation, 'clearMockUser'],
  [contract.editSlot, 'editQueueEntry'],
  [contract.approveSlot, 'approveQueueEntry'],
  [contract.skipSlot, 'skipQueueEntry'],
]);

/** How the audit log calls it: the family and the name of the call, as in `posts.create-post`. */
export function actionOf(endpoint: Endpoint): string {
  const name = RECORDED_AS.get(endpoint) ?? NAMES.get(endpoint) ?? endpoint.method.toLowerCase();
  return `${endpoint.resource}.${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
