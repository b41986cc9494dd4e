import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptPageInvitation,
  approveProposal,
  createToken,
  deleteToken,
  invitePageMember,
  listPages,
  listProposals,
  rejectProposal,
  type MemberRole,
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

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Heard extends Answer {
  /** An answer before this one never came: what it said may have been a yes. */
  readonly wasLost: boolean;
}

/** Calls of somebody's browser, which holds a cookie: to any process, and again where they were too many. */
function browserOf(world: AgentWorld) {
  let cookie = '';
  let calls = 0;
  async function send(method: string, path: string, body: unknown): Promise<Answer | null> {
    try {
      const answer = await fetch(new URL(path, world.urls[calls++ % world.urls.length]), {
        method,
        headers: { origin: world.origin, cookie, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const [set] = answer.headers.getSetCookie();
      if (set !== undefined) cookie = set.split(';')[0] ?? '';
      return { status: answer.status, body: await answer.json() };
    } catch {
      // A line that was idle is closed under the next call.
      return null;
    }
  }

  async function ask(method: string, path: string, body?: unknown): Promise<Heard> {
    let wasLost = false;
    for (let tries = 1; ; tries += 1) {
      const answer = await send(method, path, body);
      if (answer === null) wasLost = true;
      else if ((answer.status !== 429 && answer.status !== 503) || tries >= TRIES) return { ...answer, wasLost };
      if (tries >= TRIES) throw new Error(`Nobody answers ${method} ${path}`);
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

interface Who {
  readonly world: AgentWorld;
  readonly book: Book;
  readonly role: string;
  /** To be kept with somebody else's, who owns the page. */
  readonly approvals?: Map<string, Approval[]>;
}

/** Somebody at a screen: makes tokens, looks at what waits, and says yes or no to exactly what they see. */
export async function logInPerson({ world, book, role, approvals = new Map() }: Who) {
  const people = await world.control<{ role: string; id: string; accessToken: string }[]>('GET', 'users');
  const person = people.find((one) => one.role === role);
  if (person === undefined) throw new Error(`Nobody has the role ${role}`);
  const { ask, call } = browserOf(world);
  const login = await ask('POST', '/api/facebook/login', { userID: person.id, accessToken: person.accessToken });
  if (login.status !== 200) throw new Error(`The login was answered ${login.status}: ${JSON.stringify(login.body)}`);
  const pages = (await call(listPages)).body as PageOfPerson[];

  let looking: Promise<readonly Proposal[]> | null = null;

  return {
    role,
    pages,
    approvals,

    /** Makes somebody else an editor or an approver of one of their pages. */
    async share(pageRow: number, memberRole: MemberRole, other: { join(code: string): Promise<void> }): Promise<void> {
      const { body } = await call(invitePageMember, pageRow, { role: memberRole });
      await other.join((body as { code: string }).code);
    },
    async join(code: string): Promise<void> {
      const { status, body } = await call(acceptPageInvitation, '', { code });
      // 409: they have it from a run before.
      if (status !== 200 && status !== 409) throw new Error(`Nobody joined: ${status} ${JSON.stringify(body)}`);
    },

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
      if (answer.status === 200 || answer.wasLost) return true;
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
