import type { Context, Next } from 'koa';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { flawOf, sealOf, type Choices } from './approval-form.ts';
import { showPage } from './page-frame.ts';

/** Who is at this page, if it is for them at all: whoever is not logged in gets the login, and comes back here. */
export async function withPerson(ctx: Context, next: Next, serve: (session: Session) => Promise<void>): Promise<void> {
  const session = (ctx.state[SESSION_STATE] as Session | null | undefined) ?? null;
  if (session === null) return next();
  if (session.impersonator === null) return serve(session);
  const { name } = session;
  showPage(ctx, {
    title: 'Not while you impersonate somebody',
    text: `You're impersonating ${name}, and only they can let an app act for them. Press Stop in Pagecast first.`,
    status: 403,
  });
}

interface Answers {
  readonly ask: (flaw: string) => Promise<void>;
  readonly deny: () => Promise<void>;
  readonly allow: () => Promise<void>;
}

/** What a sent form leads to. Only one that was made for this person and this request denies or allows anything. */
export async function answerForm(
  session: Session,
  request: string,
  choices: Choices,
  { ask, deny, allow }: Answers,
): Promise<void> {
  if (choices.seal !== sealOf(session, request))
    return ask(`You're logged in as ${session.name} now. Please check this again.`);
  if (!choices.isAllowed) return deny();
  const flaw = flawOf(choices);
  return flaw === null ? allow() : ask(flaw);
}
