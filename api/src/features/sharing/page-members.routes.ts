import Router from '@koa/router';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/page-members.ts';
import { listSharedPages, type SharedPage } from '../../contract/shared-pages.ts';
import { handle, type RequestFacts } from '../../http/handle.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import type { Session } from '../../http/session.ts';
import type { Member, OpenInvitation } from './page-members.repository.ts';
import type { By, PageMembersService, People } from './page-members.service.ts';
import type { PageRight, pageRightsRepository } from '../page-rights/page-rights.repository.ts';

interface Deps {
  readonly service: PageMembersService;
  readonly rights: ReturnType<typeof pageRightsRepository>;
  readonly codeLimit: RateLimit;
  readonly publicUrl: string;
}

export function pageMembersRoutes({ service, rights, codeLimit, publicUrl }: Deps): Router {
  const router = new Router();

  handle(router, contract.listPageMembers, async ({ params, ...by }) =>
    presentPeople(by.session, await service.people(byOf(by), params.id)),
  );

  handle(router, contract.invitePageMember, async ({ params, body, ...by }) => {
    const { code, ...invitation } = await service.invite(byOf(by), params.id, body.role);
    // What follows the # stays in the browser: no log and no other site learns it.
    const link = `${publicUrl}/settings${contract.PAGE_INVITATION_HASH}${code}`;
    return { ...presentInvitation(invitation), code, link };
  });

  handle(router, contract.updatePageMember, async ({ params, body, ...by }) =>
    presentMember(by.session, await service.changeRole(byOf(by), params.id, params.memberId, body.role)),
  );

  handle(router, contract.removePageMember, async ({ params, ...by }) => {
    await service.remove(byOf(by), params.id, params.memberId);
    return done;
  });

  handle(router, contract.deletePageInvitation, async ({ params, ...by }) => {
    await service.deleteInvitation(byOf(by), params.id, params.invitationId);
    return done;
  });

  handle(router, listSharedPages, async ({ session }) => (await rights.shared(session)).map(presentShared));

  handle(router, contract.acceptPageInvitation, async ({ body, ...by }) => {
    await codeLimit(by.request.ip);
    return presentShared(await service.accept(byOf(by), body.code));
  });

  return router;
}

function byOf({ session, request }: { session: Session; request: RequestFacts }): By {
  return { session, ip: request.ip };
}

function presentPeople(session: Session, people: People): contract.PagePeople {
  const { right, members, invitations, alsoConnectedBy } = people;
  return {
    facebookPageId: right.pageId,
    pageName: right.pageName,
    role: right.role,
    owner: { name: right.owner.name },
    alsoConnectedBy: alsoConnectedBy.map((name) => ({ name })),
    members: members.map((member) => presentMember(session, member)),
    invitations: invitations.map(presentInvitation),
  };
}

function presentMember({ userId }: Session, { id, name, role, joinedAt, ...member }: Member): contract.PageMember {
  return { id, name, role, isMe: member.userId === userId, joinedAt: joinedAt.toISOString() };
}

function presentInvitation({ id, role, expiresAt }: OpenInvitation): contract.PageInvitation {
  return { id, role, expiresAt: expiresAt.toISOString() };
}

function presentShared({ pageId, pageName, category, role, owner, memberId }: PageRight): SharedPage {
  return { id: pageId, name: pageName, category, role, owner: { name: owner.name }, memberId: memberId ?? 0 };
}
