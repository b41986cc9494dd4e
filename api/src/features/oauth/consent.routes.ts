import Router from '@koa/router';
import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import { AppError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import { describeRedirect } from './app-metadata.ts';
import { approvalForm, facts, readChoices, sealOf, type Choices } from './approval-form.ts';
import { AnsweredError, resourcesIn, scopesIn, type Asking, type Connections } from './connections.ts';
import type { OauthRecords } from './oauth-records.repository.ts';
import { CONSENT_PATH } from './oauth-provider.ts';
import { showPage } from './page-frame.ts';
import type { PagesToChoose } from './pages-to-choose.repository.ts';
import { answerForm, withPerson } from './person-at-form.ts';

interface Deps {
  provider(): Provider;
  readonly records: OauthRecords;
  readonly connections: Connections;
  readonly pages: PagesToChoose;
}

interface Waiting {
  readonly uid: string;
  readonly redirectUri: string;
  readonly asking: Asking;
}

const OVER = {
  title: 'This request is over',
  text: 'It was already answered, or it waited for too long. Start again from the app if you want to connect it.',
  status: 404,
};

/** The page where a person decides about an app that wants to act for them. */
export function consentRoutes(deps: Deps): Router {
  const router = new Router();
  const path = `${CONSENT_PATH}/:uid`;

  router.get(path, (ctx, next) =>
    withPerson(ctx, next, async (session) => {
      const waiting = await waitingIn(deps, ctx);
      return waiting === null ? showPage(ctx, OVER) : ask(deps, ctx, session, waiting, null, null);
    }),
  );

  router.post(path, (ctx, next) =>
    withPerson(ctx, next, async (session) => {
      const choices = await readChoices(ctx);
      const waiting = await waitingIn(deps, ctx);
      if (waiting === null) return showPage(ctx, OVER);
      await answerForm(session, waiting.uid, choices, {
        ask: (flaw) => ask(deps, ctx, session, waiting, choices, flaw),
        deny: () => deny(deps, ctx, waiting),
        allow: () => allow(deps, ctx, session, waiting, choices),
      });
    }),
  );

  return router;
}

/** The request that this very browser began. */
async function waitingIn({ provider }: Deps, ctx: Context): Promise<Waiting | null> {
  const found = await provider()
    .interactionDetails(ctx.req, ctx.res)
    .catch(() => null);
  if (found === null || found.uid !== ctx.params['uid']) return null;
  const { client_id: clientId, redirect_uri: redirectUri, scope, resource } = found.params;
  const client = typeof clientId === 'string' ? await provider().Client.find(clientId) : undefined;
  if (client === undefined || typeof redirectUri !== 'string') return null;
  const asking = {
    clientId: client.clientId,
    name: client.clientName ?? 'Unnamed app',
    kind: 'oauth',
    scopes: scopesIn(scope),
    resources: resourcesIn(resource),
  } as const;
  return { uid: found.uid, redirectUri, asking };
}

async function ask(
  { pages }: Deps,
  ctx: Context,
  session: Session,
  { uid, redirectUri, asking }: Waiting,
  chosen: Choices | null,
  flaw: string | null,
): Promise<void> {
  const { place, isOnDevice } = describeRedirect(redirectUri);
  const form = approvalForm({
    action: `${CONSENT_PATH}/${uid}`,
    seal: sealOf(session, uid),
    scopes: asking.scopes,
    pages: await pages.list(session),
    chosen,
    flaw,
  });
  const rows = [
    ['App', asking.name],
    [isOnDevice ? 'Its answer goes to' : 'Its answer goes to the site', place],
    ['You are', session.name],
  ] as const;
  showPage(ctx, {
    title: 'Let this app use Pagecast for you?',
    text: 'Apps choose their own names, so check where the answer goes. If you did not just start this, press Cancel.',
    body: facts(rows) + form,
    ...(flaw === null ? {} : { status: 422 }),
  });
}

async function allow(deps: Deps, ctx: Context, session: Session, waiting: Waiting, choices: Choices): Promise<void> {
  const by = { session, ip: ctx.state['ip'] as string };
  const claim = (ours: OauthRecords) => ours.consume('Interaction', waiting.uid);
  try {
    const { tokenId, grantId } = await deps.connections.approve(by, waiting.asking, choices, claim);
    const login = { accountId: String(tokenId), remember: false };
    await goOn(deps, ctx, 'Connected', { login, consent: { grantId } });
  } catch (error) {
    if (error instanceof AnsweredError) return showPage(ctx, OVER);
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await ask(deps, ctx, session, waiting, choices, error.message);
  }
}

async function deny(deps: Deps, ctx: Context, { uid }: Waiting): Promise<void> {
  if (!(await deps.records.consume('Interaction', uid))) return showPage(ctx, OVER);
  const result = { error: 'access_denied', error_description: 'The person declined.' };
  await goOn(deps, ctx, 'Nothing was connected', result);
}

/**
 * By a page of its own: browsers hold the addresses behind a form to the same policy as the form, and the app's is none
 * of ours.
 */
async function goOn(
  { provider }: Deps,
  ctx: Context,
  title: string,
  result: Parameters<Provider['interactionResult']>[2],
): Promise<void> {
  const back = await provider().interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  showPage(ctx, { title, text: 'Taking you back to the app…', next: new URL(back).pathname });
}
