import { hash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { PageId, UserId } from '../../contract/ids.ts';
import { PAGE_PEOPLE_MAX, type MemberRole } from '../../contract/page-members.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import { CODE } from '../../problems/problem.ts';
import { auditRepository, actorOf } from '../audit/audit.repository.ts';
import { notifyOfPerson } from '../notifications/notify-of-person.repository.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import { pageMembersRepository, type Member, type OpenInvitation } from './page-members.repository.ts';
import { pageRights, type Right } from '../page-rights/page-rights.ts';
import { pageRightsRepository, type PageRight } from '../page-rights/page-rights.repository.ts';

/** Who does it, from where. */
export interface By {
  readonly session: Session;
  readonly ip: string;
}

export interface People {
  readonly right: PageRight;
  readonly members: readonly Member[];
  readonly invitations: readonly OpenInvitation[];
  readonly alsoConnectedBy: readonly string[];
}

/** 256 bits: nobody guesses one. */
const CODE_BYTES = 32;
const hashOf = (code: string) => hash('sha256', code, 'buffer');

/** The people of pages: who comes, what they are, who goes. */
export function pageMembersService(db: Knex) {
  return {
    ...inviting(db),

    async people({ session }: By, pageId: PageId): Promise<People> {
      const right = await need(db, session, pageId, 'see');
      const members = pageMembersRepository(db);
      const isOwner = right.role === 'owner';
      return {
        right,
        members: await members.list(right.owner, pageId),
        invitations: isOwner ? await members.openInvitations(right.owner, pageId) : [],
        alsoConnectedBy: isOwner ? await members.alsoConnectedBy(right.owner, pageId) : [],
      };
    },

    changeRole: (by: By, pageId: PageId, memberId: number, role: MemberRole): Promise<Member> =>
      db.transaction(async (trx) => {
        const right = await need(trx, by.session, pageId, 'manage');
        const member = await needMember(trx, right, memberId);
        await pageMembersRepository(trx).changeRole(right.owner, pageId, memberId, role);
        await record(trx, by, 'pages.member-role-changed', right, { name: member.name, role });
        return { ...member, role };
      }),

    /** Anybody leaves; to remove somebody else is for the owner. */
    remove: (by: By, pageId: PageId, memberId: number): Promise<void> =>
      db.transaction(async (trx) => {
        const seen = await need(trx, by.session, pageId, 'see');
        const isLeaving = seen.memberId === memberId;
        const right = isLeaving ? seen : await need(trx, by.session, pageId, 'manage');
        const member = await needMember(trx, right, memberId);
        await pageMembersRepository(trx).remove(right.owner, pageId, memberId);
        await record(trx, by, isLeaving ? 'pages.member-left' : 'pages.member-removed', right, {
          name: member.name,
          role: member.role,
        });
        if (isLeaving) await tellOwner(trx, right, member, 'left');
      }),
  };
}
export type PageMembersService = ReturnType<typeof pageMembersService>;

function inviting(db: Knex) {
  return {
    /** @throws ConflictError where the page has as many people as it may have */
    async invite(by: By, pageId: PageId, role: MemberRole): Promise<OpenInvitation & { code: string }> {
      const code = randomBytes(CODE_BYTES).toString('base64url');
      return db.transaction(async (trx) => {
        const right = await need(trx, by.session, pageId, 'manage');
        const members = pageMembersRepository(trx);
        await members.lock(pageId);
        const people = (await members.list(right.owner, pageId)).length;
        const open = (await members.openInvitations(right.owner, pageId)).length;
        if (people + open >= PAGE_PEOPLE_MAX)
          throw new ConflictError(
            `${right.pageName} has ${PAGE_PEOPLE_MAX} people and open invitations, as many as a page can have. ` +
              'Remove one first.',
          );
        const invitation = await members.invite(right.owner, pageId, { role, codeHash: hashOf(code) });
        await record(trx, by, 'pages.member-invited', right, { role });
        return { ...invitation, code };
      });
    },

    deleteInvitation: (by: By, pageId: PageId, id: number): Promise<void> =>
      db.transaction(async (trx) => {
        const right = await need(trx, by.session, pageId, 'manage');
        if (!(await pageMembersRepository(trx).deleteInvitation(right.owner, pageId, id)))
          throw new NotFoundError('This invitation no longer exists.');
        await record(trx, by, 'pages.invitation-deleted', right, {});
      }),

    accept: (by: By, code: string): Promise<PageRight> =>
      db.transaction((trx) =>
        accept(trx, by, code, (right) => record(trx, by, 'pages.member-joined', right, { role: right.role })),
      ),
  };
}

function record(trx: Knex, { session, ip }: By, action: string, of: PageRight, facts: object): Promise<void> {
  return auditRepository(trx).record(actorOf(session, { ip }), { action, subject: of.pageName, after: facts });
}

async function need(db: Knex, session: Session, pageId: PageId, right: Right): Promise<PageRight> {
  const found = await pageRights(db).mayOnPage(session, pageId, right);
  if (found === null) throw new NotFoundError('This page no longer exists.');
  return found;
}

async function needMember(trx: Knex, { owner, pageId }: PageRight, id: number): Promise<Member> {
  const member = await pageMembersRepository(trx).find(owner, pageId, id);
  if (member === null) throw new NotFoundError('This person no longer works with this page.');
  return member;
}

const NO_LONGER = 'This invitation is no longer valid. Ask for a new link.';

/**
 * An invitation is used up by the first who can use it. Whoever needs none leaves it for somebody else.
 * @throws ConflictError for them; NotFoundError for a link that leads nowhere
 */
async function accept(
  trx: Knex,
  { session }: By,
  code: string,
  record: (right: PageRight) => Promise<void>,
): Promise<PageRight> {
  const members = pageMembersRepository(trx);
  const invitation = await members.invitationFor(session.environment, hashOf(code));
  if (invitation === null) throw new NotFoundError(NO_LONGER);
  const { owner, pageId, role } = invitation;
  if (owner.userId === session.userId)
    throw new ConflictError('This is your own page. Give the link to somebody else.');
  const rights = pageRightsRepository(trx);
  const known = await rights.find(session, pageId);
  if (known !== null) throw new ConflictError(`You already work with ${known.pageName}.`);
  await members.add(owner, pageId, { userId: session.userId, role });
  await members.deleteInvitation(owner, pageId, invitation.id);
  const right = await rights.find(session, pageId);
  // Its owner was blocked, or has removed it.
  if (right === null) throw new NotFoundError(NO_LONGER);
  await record(right);
  await tellOwner(trx, right, { userId: session.userId, name: session.name, role }, 'joined');
  return right;
}

/** With somebody's account their part ends: whose pages they worked with hear of it, and no name. */
export async function tellOfDeletedMember(trx: Knex, memberId: UserId): Promise<void> {
  const left = { userId: memberId, name: 'Somebody who deleted their account' };
  for (const { role, ...page } of await pageMembersRepository(trx).partsOf(memberId))
    await tellOwner(trx, page, { ...left, role }, 'left');
}

/** What people do by themselves, its owner hears of. */
async function tellOwner(
  trx: Knex,
  { owner, pageId, pageName }: Pick<PageRight, 'pageId' | 'pageName'> & { readonly owner: Owner },
  { userId: memberId, name, role }: Pick<Member, 'userId' | 'name' | 'role'>,
  change: 'joined' | 'left',
): Promise<void> {
  const problem = { code: CODE.pagePerson, action: null, params: { page: pageName, name, role, change } } as const;
  await notifyOfPerson(trx, owner, { pageId, memberId }, problem);
  await outboxRepository(trx).add(owner, {
    kind: 'people_changed',
    facebookPageId: pageId,
    params: { memberId, problem },
  });
}
