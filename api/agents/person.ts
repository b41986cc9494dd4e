import { setTimeout as sleep } from 'node:timers/promises';
import {
  approveProposal,
  createToken,
  deleteToken,
  listPages,
  listProposals,
  rejectProposal,
  type Proposal,
} from '../src/contract/index.ts';
import type { BodyOf, Endpoint } from '../src/contract/endpoint.ts';
import type { AgentWorld, Book } from './agent-world.ts';

const TRIES = 20;
const WAIT_MS = 250;
const INBOX = 100;

export interface PageOfPerson {
  readonly id: number;
  readonly pageId: string;
}

/** What somebody saw when they approved it: exactly this text, on this page. */
export interface Approval {
  readonly text: string;
  readonly pageId: number;
}

/** Calls of somebody's browser, which holds a cookie: to any process, and again where they were too many. */
function browserOf(world: AgentWorld) {
  let cookie = '';
  let calls = 0;
  async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(new URL(path, world.urls[calls++ % world.urls.length]), {
        method,
        headers: { origin: world.origin, cookie, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const [set] = answer.headers.getSetCookie();
      if (set !== undefined) cookie = set.split(';')[0] ?? '';
      const heard: unknown = await answer.json();
      if ((answer.status !== 429 && answer.status !== 503) || tries >= TRIES)
        return { status: answer.status, body: heard };
      await sleep(WAIT_MS);
    }
  }
  const call = <E extends Endpoint>(endpoint: E, id: string | number = '', body?: BodyOf<E>, query = '') =>
    ask(
      endpoint.method,
      endpoint.path.replace(':id', String(id)) + query,
      endpoint.method === 'GET' ? undefined : (body ?? {}),
    );
  return { ask, call };
}

/** Somebody at a screen: makes tokens, looks at what waits, and says yes or no to exactly what they see. */
export async function logInPerson({ world, book, role }: { world: AgentWorld; book: Book; role: string }) {
  const people = await world.control<{ role: string; id: string; accessToken: string }[]>('GET', 'users');
  const person = people.find((one) => one.role === role);
  if (person === undefined) throw new Error(`Nobody has the role ${role}`);
  const { ask, call } = browserOf(world);
  const login = await ask('POST', '/api/facebook/login', { userID: person.id, accessToken: person.accessToken });
  if (login.status !== 200) throw new Error(`The login was answered ${login.status}: ${JSON.stringify(login.body)}`);
  const pages = (await call(listPages)).body as PageOfPerson[];

  const approvals = new Map<string, Approval[]>();
  let looking: Promise<readonly Proposal[]> | null = null;

  return {
    role,
    pages,
    approvals,

    async makeToken(wanted: BodyOf<typeof createToken>): Promise<{ id: number; token: string }> {
      const made = await call(createToken, '', wanted);
      if (made.status !== 201) throw new Error(`No token: ${made.status} ${JSON.stringify(made.body)}`);
      return made.body as { id: number; token: string };
    },
    revoke: (id: number) => call(deleteToken, id),

    /** What waits of this intent. Whoever asks at the same time looks at the same list. */
    async waiting(marker: string): Promise<readonly Proposal[]> {
      looking ??= sleep(0).then(async () => {
        looking = null;
        const { body } = await call(listProposals, '', undefined, `?state=waiting&limit=${INBOX}`);
        return (body as { proposals: Proposal[] }).proposals;
      });
      return (await looking).filter(({ content }) => content.includes(marker));
    },

    /** Says yes to what is on their screen: from before the press on, unless it is refused. */
    async approve(marker: string, { id, content, contentHash, facebookPageId }: Proposal): Promise<boolean> {
      const approval = { text: content, pageId: facebookPageId };
      approvals.set(marker, [...(approvals.get(marker) ?? []), approval]);
      const answer = await call(approveProposal, id, { contentHash });
      book.count(answer.status === 200 ? 'approved' : 'approval refused');
      if (answer.status === 200) return true;
      const left = approvals.get(marker) ?? [];
      approvals.set(
        marker,
        left.filter((one) => one !== approval),
      );
      return false;
    },
    async reject(id: string, reason: string): Promise<void> {
      await call(rejectProposal, id, { reason });
      book.count('rejected');
    },
  };
}
export type Person = Awaited<ReturnType<typeof logInPerson>>;
