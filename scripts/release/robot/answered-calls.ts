import type { BrowserContext, Page, Request, Route } from 'playwright-core';
import { ROBOT_HEADER } from '../../../api/src/contract/release-robots.ts';
import { listRemotes, reportRemoteLoad } from '../../../api/src/contract/remotes.ts';
import { EVENTS_PATH, TELEMETRY_PATH } from '../../../api/src/contract/status.ts';
import type { Endpoint } from '../../../api/src/contract/endpoint.ts';
import type { AskedCall, SmokeAnswer } from '../smoke.ts';
import type { Faults } from './faults.ts';
import { answerFinder } from './find-answer.ts';
import { NO_SDK } from './shell-answers.ts';

/** A screen asks for the same twice or thrice; one that asks so often never stops. */
const ENDLESS_CALLS = 200;

type Fulfillment = NonNullable<Parameters<Route['fulfill']>[0]>;

/** A call that the page made. */
export interface MadeCall {
  readonly endpoint: Endpoint;
  readonly body: unknown;
}

export interface AnsweredCalls {
  /** Since the area was opened. */
  readonly made: MadeCall[];
  /** The area is opened: what was called before is forgotten. */
  begin(): void;
  /** Calls that no answer is declared for, such as GET /api/posts. */
  readonly unanswered: Set<string>;
}

/**
 * Answers every call of the page from what the smoke journey declares: none reaches the product. Everything else of its
 * origin is asked for with the robot's pass.
 */
export async function answerCalls(
  context: BrowserContext,
  {
    origin,
    pass,
    answers,
    faults,
  }: {
    readonly origin: string;
    readonly pass: string;
    readonly answers: readonly SmokeAnswer[];
    readonly faults: Faults;
  },
): Promise<AnsweredCalls> {
  const find = answerFinder(answers);
  const made: MadeCall[] = [];
  const unanswered = new Set<string>();
  const counts = new Map<string, number>();

  /** @throws Error for a call that the product would refuse */
  async function answerTo(request: Request, { pathname, searchParams }: URL): Promise<Fulfillment> {
    const what = `${request.method()} ${pathname}`;
    if (pathname === NO_SDK) return { contentType: 'text/javascript', body: '' };
    if (pathname.startsWith(TELEMETRY_PATH)) return heard(request, pathname, faults);
    if (what === `GET ${listRemotes.path}`) return { json: await inlinedRemotes(request) };
    const times = (counts.get(what) ?? 0) + 1;
    counts.set(what, times);
    if (times === ENDLESS_CALLS) throw new Error(`It asks for ${what} again and again`);
    const found = find(request.method(), pathname);
    if (found === null) {
      // Without a picture screens show initials.
      if (request.resourceType() !== 'image') unanswered.add(what);
      return { status: 404, json: { message: 'The smoke journey has no answer to this.' } };
    }
    const asked = { params: found.params, query: Object.fromEntries(searchParams), body: readBody(request) };
    made.push({ endpoint: found.endpoint, body: asked.body });
    assertAsked(found.endpoint, asked);
    return { status: found.endpoint.success ?? 200, json: found.reply(asked) };
  }

  await context.route(
    (url) => url.origin === origin,
    async (route, request) => {
      const url = new URL(request.url());
      if (!url.pathname.startsWith('/api/'))
        return route.continue({ headers: { ...request.headers(), [ROBOT_HEADER]: pass } }).catch(() => {});
      // Nothing changes by itself: this one stays open.
      if (url.pathname === EVENTS_PATH) return;
      const answered = await answerTo(request, url).catch((error: unknown) => {
        faults.add((error as Error).message);
        return { status: 500, json: { message: 'The smoke journey ends here.' } };
      });
      // Who asked may have gone meanwhile.
      await route.fulfill(answered).catch(() => {});
    },
  );
  const begin = () => {
    made.length = 0;
    counts.clear();
  };
  return { made, begin, unanswered };
}

/** What the page says of itself is for the robot alone. */
function heard(request: Request, pathname: string, faults: Faults): Fulfillment {
  const report = readBody(request) as { phase?: string | null; message?: string } | null;
  if (pathname === reportRemoteLoad.path && report?.phase)
    faults.add(`It doesn't come up (${report.phase}): ${report.message ?? 'it did not say why'}`);
  return { json: { success: true } };
}

/** @throws Error for what the product would refuse */
function assertAsked({ method, path, body: shape, carriesMedia, takesFile }: Endpoint, { body }: AskedCall): void {
  if (carriesMedia === true || takesFile === true || body === null) return;
  const { success, error } = shape.safeParse(body);
  const [issue] = success ? [] : error.issues;
  if (issue !== undefined)
    throw new Error(`It sends ${method} ${path} what the contract refuses: ${issue.path.join('.')} ${issue.message}`);
}

function readBody(request: Request): unknown {
  try {
    return request.postDataJSON() as unknown;
  } catch {
    return null;
  }
}

/** The registry as the page came with it: with the version that is tried. */
async function inlinedRemotes(request: Request): Promise<{ remotes: unknown[] }> {
  const page: Page = request.frame().page();
  const text = await page.locator('#remotes').textContent();
  return { remotes: (JSON.parse(text ?? '{"remotes":[]}') as { remotes: unknown[] }).remotes };
}
