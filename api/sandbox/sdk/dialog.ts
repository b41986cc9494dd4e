import { randomBytes } from 'node:crypto';
import type { Person, Role } from '../entities.ts';
import type { SandboxContext } from '../exchange.ts';
import { isLoopback } from '../control/control.routes.ts';
import { fullName, pagesOf } from '../people.ts';
import { html, sendPage } from '../site/html.ts';
import type { Html } from '../site/html.ts';
import type { World } from '../world.ts';
import { askedScopes, connected, isKnownScope, logIn } from './login.ts';
import type { LoginResponse } from './login.ts';

const CARRIED = [
  'client_id',
  'app_id',
  'scope',
  'state',
  'origin',
  'redirect_uri',
  'return_scopes',
  'auth_type',
  'display',
  'response_type',
];
const MEANING: Record<string, string> = {
  pages_show_list: 'Show a list of the Pages you manage',
  pages_manage_posts: 'Create and manage content on your Page',
  pages_read_engagement: 'Read content posted on your Page',
  email: 'Email address',
  public_profile: 'Name and profile picture',
};

interface Asking {
  appId: string;
  appName: string;
  scopes: string[];
  carried: Record<string, string>;
}

/** `GET …/dialog/oauth`: first who you are, then what you allow. */
export function showDialog(world: World, ctx: SandboxContext): void {
  const asking = readAsking(world, ctx);
  if (!asking) return;
  const person = world.people.get(ctx.state.exchange.params['as'] ?? '');
  sendPage(
    ctx,
    person ? 'Allow access' : 'Log in',
    person ? permissionStep(world, asking, person) : personStep(world, asking),
  );
}

function readAsking(world: World, ctx: SandboxContext): Asking | null {
  const { params } = ctx.state.exchange;
  const app = world.apps.get(params['client_id'] ?? params['app_id'] ?? '');
  const back = params['origin'] ?? params['redirect_uri'] ?? '';
  if (!app) return refuse(ctx, 'Invalid App ID: the provided app ID does not look like a valid app ID.');
  if (!URL.canParse(back) || !isLoopback(new URL(back).hostname))
    return refuse(ctx, "Can't load URL: the domain of this URL is not included in the app's domains.");
  const carried = Object.fromEntries(
    CARRIED.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  );
  return { appId: app.id, appName: app.name, scopes: askedScopes(params['scope']).filter(isKnownScope), carried };
}

function refuse(ctx: SandboxContext, problem: string): null {
  ctx.status = 400;
  sendPage(ctx, 'Login error', html`<main class="dialog"><h1>Login error</h1><p>${problem}</p></main>`);
  return null;
}

function personStep(world: World, { appName, carried }: Asking): Html {
  const roleOf = ({ role }: Person) => `${role} · ${describePages(pagesOf(world, role).length)}`;
  const people = [...world.people.values()].map(
    (person) => html`
    <li><a class="row" href="?${new URLSearchParams({ ...carried, as: person.role }).toString()}">
      <img src="/avatars/${Object.values(person.scopedIds)[0] ?? ''}.png?size=80" alt="" width="40" height="40">
      <span><strong>${fullName(person)}</strong><small>${roleOf(person)}</small></span></a></li>`,
  );
  return html`<main class="dialog"><p class="brand">Simulated Facebook</p><h1>Log in to ${appName}</h1>
    <p>Choose who you are.</p><ul class="plain">${people}</ul></main>`;
}

function describePages(count: number): string {
  if (count === 0) return 'no pages';
  return count === 1 ? '1 page' : `${count} pages`;
}

function permissionStep(world: World, { appName, scopes, carried }: Asking, person: Person): Html {
  const hidden = Object.entries({ ...carried, as: person.role }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const ticks = scopes.map((scope) => tick(`grant_${scope}`, MEANING[scope] ?? scope, scope));
  const pages = scopes.some((scope) => scope.startsWith('pages_'))
    ? pagesOf(world, person.role).map((page) => tick(`page_${page.id}`, page.name, page.category))
    : [];
  return html`<main class="dialog"><p class="brand">Simulated Facebook</p><h1>Continue as ${fullName(person)}?</h1>
    <form method="post">${hidden}
      <fieldset><legend>${appName} is asking for</legend>${ticks}</fieldset>
      ${pages.length > 0 ? html`<fieldset class="scroll"><legend>Pages it may use</legend>${pages}</fieldset>` : html``}
      <p class="buttons"><button name="answer" value="cancel" class="quiet">Cancel</button>
        <button name="answer" value="continue">Continue</button></p>
    </form></main>`;
}

function tick(name: string, label: string, note: string): Html {
  return html`<label class="row"><input type="checkbox" name="${name}" checked>
    <span>${label}<small>${note}</small></span></label>`;
}

/** `POST …/dialog/oauth`: hands the answer to the page that asked, by message or by redirect with a code. */
export function answerDialog(world: World, ctx: SandboxContext): void {
  const asking = readAsking(world, ctx);
  if (!asking) return;
  const { params } = ctx.state.exchange;
  const person = world.people.get(params['as'] ?? '');
  const isCancelled = params['answer'] !== 'continue' || !person;
  const redirect = params['redirect_uri'];
  if (redirect !== undefined)
    return sendBack(ctx, redirect, isCancelled ? refusal() : { code: codeFor(world, asking, person.role, params) });

  const response: LoginResponse = isCancelled
    ? { status: 'unknown', authResponse: null }
    : connected(
        world,
        logIn(world, asking.appId, choiceOf(world, asking, person.role, params)),
        params['return_scopes'] === 'true',
      );
  const target = new URL(params['origin'] ?? '').origin;
  const message = JSON.stringify({ type: 'sandbox-login', state: params['state'] ?? '', response });
  sendPage(
    ctx,
    'Returning',
    html`<main class="dialog"><h1>Returning to ${asking.appName}</h1><p>You can close this window.</p></main>
    <script src="/sdk/dialog-result.js" data-message="${message}" data-target="${target}"></script>`,
  );
}

function choiceOf(world: World, { scopes }: Asking, role: Role, params: Record<string, string>) {
  const granted = scopes.filter((scope) => params[`grant_${scope}`] !== undefined);
  const all = pagesOf(world, role).map((page) => page.id);
  const pages = all.filter((id) => params[`page_${id}`] !== undefined);
  return {
    role,
    granted,
    declined: scopes.filter((scope) => !granted.includes(scope)),
    pages: pages.length === all.length ? null : pages,
  };
}

function codeFor(world: World, asking: Asking, role: Role, params: Record<string, string>): string {
  const code = `AQ${randomBytes(40).toString('base64url')}`;
  world.codes.set(code, logIn(world, asking.appId, choiceOf(world, asking, role, params)).token);
  return code;
}

function refusal(): Record<string, string> {
  return {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  };
}

function sendBack(ctx: SandboxContext, redirect: string, extra: Record<string, string>): void {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries({
    ...extra,
    ...(ctx.state.exchange.params['state'] === undefined ? {} : { state: ctx.state.exchange.params['state'] }),
  }))
    url.searchParams.set(name, value);
  ctx.redirect(url.href);
}
