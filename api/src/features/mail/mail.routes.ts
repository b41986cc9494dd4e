import Router from '@koa/router';
import * as contract from '../../contract/mail.ts';
import { done } from '../../contract/common.ts';
import { handle } from '../../http/handle.ts';
import { shownMailAddress } from '../../mails/mail-address.ts';
import { actorOf } from '../audit/audit.repository.ts';
import { withoutPassword, type MailServerService } from './mail-server.service.ts';
import type { MailService } from './mail.service.ts';
import type { MailsRepository } from './mails.repository.ts';

interface Deps {
  readonly service: MailService;
  readonly server: MailServerService;
  readonly mails: Pick<MailsRepository, 'counts'>;
}

const NOTED = 'A mail came back.';

export function mailRoutes({ service, server, mails }: Deps): Router {
  const router = new Router();
  const isSetUp = async () => (await server.inUse()).settings !== null;

  handle(router, contract.readMailSettings, async ({ session }) =>
    present(await service.read(session), await isSetUp()),
  );
  handle(router, contract.updateMailSettings, async ({ session, body }) =>
    present(await service.update(session, body), await isSetUp()),
  );
  handle(router, contract.changeMailAddress, async ({ session, body }) => {
    const isReady = await isSetUp();
    return present(await service.changeAddress(session, body.address, isReady), isReady);
  });
  handle(router, contract.removeMailAddress, async ({ session }) =>
    present(await service.removeAddress(session), await isSetUp()),
  );

  handle(router, contract.readMailServer, async () => presentServer({ server, mails }));
  handle(router, contract.updateMailServer, async ({ session, request, body: { url, sender, testTo } }) => {
    await server.set(actorOf(session, request), { url, sender }, testTo);
    return presentServer({ server, mails });
  });
  handle(router, contract.removeMailServer, async ({ session, request }) => {
    await server.remove(actorOf(session, request));
    return presentServer({ server, mails });
  });
  handle(router, contract.noteBounce, async ({ session, request, body: { address, reason = NOTED } }) => ({
    ...done,
    people: await server.noteBounce(actorOf(session, request), address, reason),
  }));
  return router;
}

function present(
  {
    isOn,
    address,
    isFromFacebook,
    pendingAddress,
    bounce,
    quietHours,
    timeZone,
    mutedPageIds,
  }: Awaited<ReturnType<MailService['read']>>,
  isSetUp: boolean,
): contract.MailSettings {
  return {
    isSetUp,
    isOn,
    address: address === null ? null : shownMailAddress(address),
    isFromFacebook,
    pendingAddress: pendingAddress === null ? null : shownMailAddress(pendingAddress),
    bounce: bounce === null ? null : { at: bounce.at.toISOString(), reason: bounce.reason },
    quietHours,
    timeZone,
    mutedPageIds: [...mutedPageIds],
  };
}

async function presentServer({ server, mails }: Pick<Deps, 'server' | 'mails'>): Promise<contract.MailServer> {
  const [{ source, settings }, counts] = await Promise.all([server.inUse(), mails.counts()]);
  return {
    source,
    url: settings === null ? null : withoutPassword(settings.url),
    sender: settings?.sender ?? null,
    waiting: counts['waiting'] ?? 0,
    failed: (counts['failed'] ?? 0) + (counts['unclear'] ?? 0),
  };
}
