import Router from '@koa/router';
import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import { AppError, TooManyRequestsError } from '../../http/errors.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Session } from '../../http/session.ts';
import { escaped } from '../../mails/mail-body.ts';
import { approvalForm, facts, readChoices, sealOf, type Choices } from './approval-form.ts';
import { AnsweredError, resourcesIn, scopesIn, type Asking, type Connections } from './connections.ts';
import { DEVICE_PATH } from './oauth-provider.ts';
import type { OauthRecords } from './oauth-records.repository.ts';
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
  readonly userCode: string;
  readonly asking: Asking;
  readonly ip: string;
  readonly askedAt: Date;
}

const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;
const TRIES_PER_MINUTE = 10;

/** No such code, for the person who typed it. */
class CodeError extends Error {
  readonly status: number;
  constructor(message: string, status = 404) {
    super(message);
    this.status = status;
  }
}
const UNKNOWN = "We don't know this code: it was used, it is too old, or there is a typo in it.";
const USED = 'This code was already used.';

/** The page where a person lets a program in that shows them a code, on this machine or another. */
export function deviceRoutes({ limits, ...deps }: Deps & { readonly limits: RateLimits }): Router {
  const router = new Router();
  const ofPerson = limits.within('device-code-person', TRIES_PER_MINUTE, 60);
  const ofAddress = limits.perMinute('device-code', 3 * TRIES_PER_MINUTE);

  router.get(DEVICE_PATH, (ctx, next) =>
    withPerson(ctx, next, (session) =>
      orAskAgain(ctx, async () => {
        const { user_code: typed } = ctx.query;
        if (typeof typed !== 'string' || typed.trim() === '') return askForCode(ctx, null, 200);
        await countTry(ctx, session);
        await ask(deps, ctx, session, await waitingFor(deps, typed), null, null);
      }),
    ),
  );

  router.post(DEVICE_PATH, (ctx, next) =>
    withPerson(ctx, next, (session) =>
      orAskAgain(ctx, async () => {
        const choices = await readChoices(ctx);
        await countTry(ctx, session);
        const waiting = await waitingFor(deps, choices.userCode);
        await answerForm(session, waiting.userCode, choices, {
          ask: (flaw) => ask(deps, ctx, session, waiting, choices, flaw),
          deny: () => deny(deps, ctx, waiting),
          allow: () => allow(deps, ctx, session, waiting, choices),
        });
      }),
    ),
  );

  return router;

  async function countTry(ctx: Context, { userId }: Session): Promise<void> {
    try {
      await ofAddress(ctx.state['ip'] as string);
      await ofPerson(String(userId));
    } catch (error) {
      if (!(error instanceof TooManyRequestsError)) throw error;
      ctx.set('retry-after', String(error.retryAfterSeconds));
      throw new CodeError(error.message, error.status);
    }
  }
}

async function orAskAgain(ctx: Context, serve: () => Promise<void>): Promise<void> {
  try {
    await serve();
  } catch (error) {
    if (error instanceof CodeError) askForCode(ctx, error.message, error.status);
    else throw error;
  }
}

/** The program that shows this code. */
async function waitingFor({ records, provider }: Deps, typed: string): Promise<Waiting> {
  const userCode = typed.slice(0, 40).toUpperCase().replace(/[\s-]/g, '');
  const found = CODE.test(userCode) ? await records.deviceRequest(userCode) : null;
  const client = found === null ? undefined : await provider().Client.find(found.clientId);
  if (found === null || found.isOver || found.isAnswered || client === undefined) throw new CodeError(UNKNOWN);
  const { params, deviceInfo } = found.payload as { params?: Record<string, unknown>; deviceInfo?: { ip?: string } };
  const asking = {
    clientId: client.clientId,
    name: client.clientName ?? 'Unnamed app',
    kind: 'cli',
    scopes: scopesIn(params?.['scope']),
    resources: resourcesIn(params?.['resource']),
  } as const;
  return { userCode, asking, ip: deviceInfo?.ip ?? 'unknown', askedAt: found.askedAt };
}

async function ask(
  { pages }: Deps,
  ctx: Context,
  session: Session,
  { userCode, asking, ip, askedAt }: Waiting,
  chosen: Choices | null,
  flaw: string | null,
): Promise<void> {
  const form = approvalForm({
    action: DEVICE_PATH,
    seal: sealOf(session, userCode),
    scopes: asking.scopes,
    pages: await pages.list(session),
    chosen,
    flaw,
    hidden: { user_code: userCode },
  });
  const rows = [
    ['Program', asking.name],
    ['Code it shows', `${userCode.slice(0, 4)}-${userCode.slice(4)}`],
    ['It asked from', `${ip}, at ${askedAt.toISOString().slice(11, 16)} UTC`],
    ['You are', session.name],
  ] as const;
  showPage(ctx, {
    title: 'Let this program use Pagecast for you?',
    text:
      'Only allow it if you started it yourself just now and it shows this very code. ' +
      'Nobody from Pagecast ever sends you a code.',
    body: facts(rows) + form,
    ...(flaw === null ? {} : { status: 422 }),
  });
}

async function allow(deps: Deps, ctx: Context, session: Session, waiting: Waiting, choices: Choices): Promise<void> {
  const { userCode, asking } = waiting;
  const by = { session, ip: ctx.state['ip'] as string };
  const claim = (ours: OauthRecords) => ours.claimDevice(userCode);
  try {
    const { tokenId, grantId } = await deps.connections.approve(by, asking, choices, claim);
    const scope = choices.scopes.filter((one) => asking.scopes.includes(one)).join(' ');
    const answer = { accountId: String(tokenId), grantId, scope, resource: asking.resources };
    await deps.records.answerDevice(userCode, answer, { tokenId, grantId });
  } catch (error) {
    if (error instanceof AnsweredError) throw new CodeError(USED);
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return ask(deps, ctx, session, waiting, choices, error.message);
  }
  showPage(ctx, {
    title: 'Allowed',
    text: `${asking.name} will carry on in a few seconds. You can close this page.`,
  });
}

async function deny({ records }: Deps, ctx: Context, { userCode, asking }: Waiting): Promise<void> {
  if (!(await records.claimDevice(userCode))) throw new CodeError(USED);
  await records.answerDevice(userCode, { error: 'access_denied', errorDescription: 'The person declined.' }, null);
  showPage(ctx, { title: 'Not allowed', text: `${asking.name} can't do anything for you.` });
}

function askForCode(ctx: Context, flaw: string | null, status: number): void {
  const body = [
    `<form method="get" action="${DEVICE_PATH}">`,
    flaw === null ? '' : `<p class="bad" role="alert">${escaped(flaw)}</p>`,
    '<label class="stack" for="code">The code that the program shows</label>',
    '<input class="code" type="text" id="code" name="user_code" required maxlength="20" autocomplete="off"',
    ' autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX">',
    '<p class="buttons"><button class="main">Continue</button></p></form>',
  ].join('');
  showPage(ctx, { title: 'Log in a program', text: 'It shows you a code of eight letters.', body, status });
}
