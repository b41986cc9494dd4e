import pMap from 'p-map';
import { pick } from '../sandbox/chance.ts';
import type { GraphPageId } from '../src/contract/ids.ts';
import { agentWith, type Agent } from './agent.ts';
import { openBook, type AgentWorld, type Book } from './agent-world.ts';
import { planIntent, retyped, reworded, rewordedMuch, type Intent } from './intents.ts';
import { logInPerson, type Person } from './person.ts';
import { inputOf, playRun, type Cast } from './scenario.ts';
import { judgeTruth, type Told } from './truth.ts';

export interface HarnessOptions {
  readonly seed: number;
  readonly runs: number;
  /** Roles of people at the sandbox whose pages the agents look after. */
  readonly roles: readonly string[];
  /** The share of intents with a time of their own; the others go out as soon as they are approved. */
  readonly timed?: number;
  /** Asked between two rounds: no more are played, and what was played is judged. */
  readonly isOver?: () => boolean;
  readonly say?: (line: string) => void;
}

/** Runs at once, and between two times at which everything that was approved goes out. */
const AT_ONCE = 6;
const ROUND = 500;
/** Of what is out already, so much is proposed again, days later as it were. */
const TRIED_AGAIN = 0.05;
/** Before a token comes near what it may call in a minute, its agent gets another one. */
const CALLS_OF_TOKEN = 150;
/** Every so many agents, one may post without being asked. */
const TRUSTED_EVERY = 8;
/** So many pages have an editor with agents of their own, and an approver. */
const SHARED_PAGES = 5;
/** Every so many intents is for one of these. */
const SHARED_EVERY = 8;
const EDITOR = 'nopages';
const APPROVER = 'manager';
const OTHER_WORDS: readonly { readonly name: string; readonly of: (intent: Intent) => string }[] = [
  { name: 'word for word', of: ({ text }) => text },
  { name: 'retyped', of: retyped },
  { name: 'reworded', of: reworded },
  { name: 'reworded much', of: rewordedMuch },
];
const DAY_MS = 24 * 3_600_000;

/** Plays simulated agents against the product, and compares what followers see with what people said yes to. */
export async function playAgents(
  world: AgentWorld,
  { seed, runs, roles, timed = 0.75, isOver = () => false, say = () => {} }: HarnessOptions,
) {
  const book = openBook();
  const houses = await Promise.all(roles.map((role) => openHouse(world, book, role)));
  const from = new Date(Date.now() + 2 * DAY_MS);
  for (let begin = 0; begin < runs && !isOver(); begin += ROUND) {
    const round = Array.from({ length: Math.min(ROUND, runs - begin) }, (_, n) => begin + n);
    await pMap(
      round,
      async (n) => {
        const house = houses[n % houses.length];
        if (house === undefined) throw new Error('Nobody has a page');
        const intent = planIntent(seed, n, { pages: house.pagesInScope * houses.length, from, timed });
        await house.play(intent);
      },
      { concurrency: AT_ONCE },
    );
    await world.letTimePass();
    for (const house of houses) await house.tryAgain(TRIED_AGAIN);
    await world.letTimePass();
    const calls = `${book.counts.get('tool calls')} tool calls`;
    const memory = `${Math.round(process.memoryUsage().rss / 1024 ** 2)} MB`;
    say(`${begin + round.length} runs: ${book.violations.length} violations, ${calls}, ${memory}`);
  }
  const told = houses.map((house) => house.told);
  await judgeTruth(world, book, told, seed);
  return book;
}

/** Somebody with their pages, and their agents, who come and go. */
async function openHouse(world: AgentWorld, book: Book, role: string) {
  const person = await logInPerson({ world, book, role });
  // The last page is nobody's but theirs.
  const inScope = person.pages.slice(0, -1);
  const beyond = person.pages.at(-1);
  if (beyond === undefined || inScope.length === 0) throw new Error(`${role} has too few pages`);
  const allowed = new Map<string, ReadonlySet<string>>();
  const trusted = new Set<string>();
  const done: { intent: Intent; page: Person['pages'][number]; media: Cast['media'] }[] = [];
  const hire = agency(world, book, person, inScope);
  const shared = await shareSome(world, book, person, inScope.slice(0, SHARED_PAGES));
  const hirePrograms = programs(world, book, person);
  const told: Told = { person, allowed, trusted };

  return {
    told,
    pagesInScope: inScope.length,
    async play(planned: Intent): Promise<void> {
      const { intent, page } = withPage(planned, inScope, shared.pages);
      const [agent, own] = await hire(intent.n % TRUSTED_EVERY === 0);
      const { decider, editors } = await shared.partsIn(intent, page);
      const other = editors[0] ?? own;
      const program = intent.way === 'by sheet' ? await hirePrograms() : null;
      allowed.set(intent.marker, new Set([page.pageId]));
      if (agent.isTrusted || program !== null) trusted.add(intent.marker);
      const cast: Cast = {
        world,
        book,
        person: decider,
        agent: agent.agent,
        other: other.agent,
        program: program?.agent ?? null,
        page,
        beyond,
        revoke: () => agent.end(),
        media: [],
      };
      await playRun(intent, cast);
      done.push({ intent, page, media: cast.media });
      await Promise.all([agent, own, ...editors, ...(program === null ? [] : [program])].map((one) => one.giveBack()));
    },

    /** An agent that forgot what it was told asks for something again that is out, or was decided on. */
    async tryAgain(share: number): Promise<void> {
      const chosen = done.splice(0).filter(({ intent }) => intent.chance() < share);
      const [agent, other] = await hire(false);
      for (const { intent, page, media } of chosen) {
        const inOtherWords = pick(intent.chance, OTHER_WORDS);
        book.count(`tried again later ${inOtherWords.name}`);
        await agent.agent.use(intent.marker, 'propose_post', inputOf(intent, { page, media }, inOtherWords.of(intent)));
        for (const proposal of await person.waiting(intent.marker))
          if (proposal.similar === null) await person.approve(intent.marker, proposal);
          else await person.reject(proposal.id, 'We have this one already.');
        if (agent.agent.calls() > CALLS_OF_TOKEN) break;
      }
      await Promise.all([agent, other].map((one) => one.end()));
    },
  };
}

type Page = Person['pages'][number];

/** Where many come together, each takes the next free time. */
function withPage(planned: Intent, all: readonly Page[], shared: readonly Page[]): { intent: Intent; page: Page } {
  const isForShared = planned.n % SHARED_EVERY === 0;
  const page = isForShared ? shared[(planned.n / SHARED_EVERY) % shared.length] : all[planned.page % all.length];
  if (page === undefined) throw new Error('There is no such page');
  return { intent: isForShared ? { ...planned, scheduledAt: null } : planned, page };
}

/** An editor with agents of their own, and somebody who approves, on some pages of a person. */
async function shareSome(world: AgentWorld, book: Book, person: Person, pages: readonly Page[]) {
  const editor = await logInPerson({ world, book, role: EDITOR });
  const approver = await logInPerson({ world, book, role: APPROVER, approvals: person.approvals });
  for (const { id } of pages) {
    await person.share(id, 'editor', editor);
    await person.share(id, 'approver', approver);
  }
  const hireEditors = agency(world, book, editor, null);
  return {
    pages,

    /** Who takes part beside the owner and their agents. */
    async partsIn({ chance }: Intent, { id }: Page): Promise<{ decider: Person; editors: readonly Hired[] }> {
      if (!pages.some((page) => page.id === id)) return { decider: person, editors: [] };
      const editors = chance() < 0.5 ? await hireEditors(false) : [];
      const decider = chance() < 0.5 ? approver : person;
      book.count(editors.length === 0 ? 'on a shared page' : 'with the agent of an editor');
      if (decider === approver) book.count('looked after by an approver');
      return { decider, editors };
    },
  };
}

interface Hired {
  readonly agent: Agent;
  readonly isTrusted: boolean;
  end(): Promise<unknown>;
  giveBack(): Promise<unknown>;
}

/** Programs that plan what they like, with sheets. */
function programs(world: AgentWorld, book: Book, person: Person) {
  const idle: Hired[] = [];
  return async (): Promise<Hired> => {
    const known = idle.pop();
    if (known !== undefined) return known;
    const { id, token } = await person.makeToken({
      name: 'Sheets',
      scopes: ['read', 'schedule'],
      needsApproval: false,
    });
    const agent = agentWith({ world, book, token });
    const hired: Hired = {
      agent,
      isTrusted: true,
      end: () => person.revoke(id),
      giveBack: async () => (agent.calls() < CALLS_OF_TOKEN ? idle.push(hired) : person.revoke(id)),
    };
    return hired;
  };
}

/** Gives two agents for a run, with tokens that were used before where there are some. */
function agency(world: AgentWorld, book: Book, person: Person, pages: Person['pages'] | null) {
  const idle = { trusted: [] as Hired[], others: [] as Hired[] };
  let made = 0;

  async function make(isTrusted: boolean): Promise<Hired> {
    made += 1;
    const everything = made % 2 === 0;
    const { id, token } = await person.makeToken({
      name: `Agent ${made}`,
      scopes: ['read', 'draft', ...(isTrusted || everything ? (['schedule', 'publish'] as const) : []), 'media'],
      pageIds: pages?.map((page) => page.pageId as GraphPageId) ?? null,
      needsApproval: !isTrusted,
      trust: isTrusted ? { kinds: ['text'], postsPerDay: 2, hours: null } : null,
    });
    const agent = agentWith({ world, book, token });
    let isOver = false;
    const hired: Hired = {
      agent,
      isTrusted,
      end: async () => {
        if (isOver) return;
        isOver = true;
        await person.revoke(id);
      },
      giveBack: async () => {
        if (!isOver && agent.calls() < CALLS_OF_TOKEN) (isTrusted ? idle.trusted : idle.others).push(hired);
        else await hired.end();
      },
    };
    return hired;
  }

  return async (isTrusted: boolean): Promise<[Hired, Hired]> => [
    (isTrusted ? idle.trusted : idle.others).pop() ?? (await make(isTrusted)),
    idle.others.pop() ?? (await make(false)),
  ];
}
