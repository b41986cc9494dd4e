import { pick } from '../sandbox/chance.ts';
import type { Proposal } from '../src/contract/index.ts';
import type { Agent, Heard } from './agent.ts';
import type { AgentWorld, Book } from './agent-world.ts';
import { INJECTIONS, retyped, reworded, rewordedMuch, type Intent } from './intents.ts';
import type { PageOfPerson, Person } from './person.ts';

/** Who takes part in a run. */
export interface Cast {
  readonly world: AgentWorld;
  readonly book: Book;
  /** Who looks after the page: its owner, or an approver to whom it is shared. */
  readonly person: Person;
  readonly agent: Agent;
  /** Another one of the same person, with the same pages, or one of an editor of this page. */
  readonly other: Agent;
  /** A program that may post by itself, and has no tools. */
  readonly program: Agent | null;
  readonly page: PageOfPerson;
  /** A page of the person's that neither agent may touch. */
  readonly beyond: PageOfPerson;
  readonly revoke: () => Promise<unknown>;
  /** What stands in the post beside its text. */
  media: readonly { readonly mediaId: number }[];
}

const HANGS_UP_AFTER_MS = 3;

/** One run: an agent wants one thing posted, in its own way, and something comes between. */
export async function playRun(intent: Intent, cast: Cast): Promise<void> {
  const { book, agent } = cast;
  book.count('runs');
  if (intent.chance() < 0.2) await agent.use(intent.marker, pick(intent.chance, READING), {});
  const heard = await propose(intent, cast);
  await TWIST[intent.twist](intent, cast, heard);
  // It failed, trying again: whatever it was told.
  if (intent.chance() < 0.5) await agent.use(intent.marker, 'propose_post', inputOf(intent, cast));
  await decideOnRest(intent, cast);
}
const READING = ['list_pages', 'read_plan', 'list_troubled_posts', 'free_slots', 'list_proposals'] as const;

export function inputOf({ text, scheduledAt }: Intent, { page, media }: Pick<Cast, 'page' | 'media'>, given = text) {
  return {
    pageId: page.id,
    text: given,
    ...(scheduledAt === null ? {} : { scheduledAt }),
    ...(media.length === 0 ? {} : { media, mediaType: 'image' }),
  };
}

async function propose(intent: Intent, cast: Cast): Promise<Heard | null> {
  const { agent, other, book } = cast;
  const send = (by = agent, text?: string, forMs?: number) =>
    by.use(intent.marker, 'propose_post', inputOf(intent, cast, text), forMs);
  switch (intent.way) {
    case 'once':
      return send();
    case 'repeats':
      await send();
      await send();
      return send();
    case 'parallel':
      return heardOf(await Promise.all([send(), send(), send(), send()]));
    case 'two agents':
      return heardOf(await Promise.all([send(), send(other), send(other), send()]));
    case 'lost answer':
      await send(agent, undefined, Math.ceil(intent.chance() * HANGS_UP_AFTER_MS));
      return send();
    case 'reworded':
      await send();
      await send(agent, reworded(intent));
      book.count('reworded much');
      return send(other, rewordedMuch(intent));
    case 'retyped':
      await send(agent, retyped(intent));
      await send(other, retyped(intent));
      return send();
    case 'with an image':
      cast.media = await broughtIn(intent, cast);
      await send();
      return send(other, retyped(intent));
    case 'by sheet':
      return bySheet(intent, cast, send);
  }
}

/** Fetched twice, as after a lost answer: the same image is one. */
async function broughtIn({ marker, n, chance }: Intent, { agent, world, book }: Cast): Promise<Cast['media']> {
  const address = world.imageAt(n);
  await agent.use(marker, 'add_image', { address }, Math.ceil(chance() * HANGS_UP_AFTER_MS));
  const [one, two] = await Promise.all([
    agent.use(marker, 'add_image', { address }),
    agent.use(marker, 'add_image', { address }),
  ]);
  if (one?.mediaId == null || two?.mediaId == null) return [];
  book.count(one.mediaId === two.mediaId ? 'images by address' : 'images that are two');
  return [{ mediaId: one.mediaId }];
}

/** A program repeats itself with sheets, before, beside or after an agent that proposes the same. */
async function bySheet(
  intent: Intent,
  { program, page }: Cast,
  send: () => Promise<Heard | null>,
): Promise<Heard | null> {
  if (program === null) return send();
  const at = intent.scheduledAt ?? new Date(Date.now() + 2 * DAY_MS).toISOString();
  const bring = (text: string, hours: number, again: boolean) =>
    program.bringSheet(
      intent.marker,
      { text, at: new Date(Date.parse(at) + hours * HOUR_MS).toISOString(), pageId: page.id },
      again,
    );
  const isFirst = intent.chance() < 0.5;
  const before = isFirst ? null : await send();
  await Promise.all([bring(intent.text, 0, false), bring(intent.text, 0, true)]);
  await bring(intent.text, 0, true);
  await bring(retyped(intent), 1, intent.chance() < 0.5);
  await bring(reworded(intent), 2, false);
  await program.attack(intent.marker, '/api/bulk-changes/1/undo', {});
  return before ?? send();
}
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function heardOf(all: readonly (Heard | null)[]): Heard | null {
  return all.find((heard) => heard?.proposalId != null) ?? null;
}

type Play = (intent: Intent, cast: Cast, heard: Heard | null) => Promise<void>;
const TWIST: Readonly<Record<Intent['twist'], Play>> = {
  none: approveOne,
  'approved in two tabs': async (intent, cast) => {
    const seen = await plain(intent, cast);
    await Promise.all(seen.flatMap((proposal) => [approve(intent, cast, proposal), approve(intent, cast, proposal)]));
  },
  'approval races a change': async (intent, cast) => {
    const seen = await plain(intent, cast);
    await Promise.all(seen.flatMap((proposal) => [approve(intent, cast, proposal), change(intent, cast, proposal)]));
  },
  'approval races a withdrawal': async (intent, cast) => {
    const seen = await plain(intent, cast);
    await Promise.all(
      seen.flatMap((proposal) => [
        approve(intent, cast, proposal),
        cast.agent.use(intent.marker, 'withdraw_proposal', { proposalId: proposal.id }),
      ]),
    );
  },
  'changed after approval': async (intent, cast) => {
    const seen = await plain(intent, cast);
    for (const proposal of seen) {
      await approve(intent, cast, proposal);
      await change(intent, cast, proposal);
      // What the owner had on their screen is no longer there.
      await approve(intent, cast, proposal);
    }
  },
  'token revoked in between': async (intent, cast) => {
    await cast.revoke();
    await cast.agent.use(intent.marker, 'propose_post', inputOf(intent, cast, reworded(intent)));
    await cast.agent.use(intent.marker, 'list_pages', {});
    await approveOne(intent, cast, null);
  },
  'token revoked while it calls': async (intent, cast) => {
    cast.book.count('tokens revoked while they call');
    await Promise.all([
      cast.agent.use(intent.marker, 'propose_post', inputOf(intent, cast, rewordedMuch(intent))),
      cast.agent.use(intent.marker, 'propose_post', inputOf(intent, cast)),
      cast.revoke(),
    ]);
    await approveOne(intent, cast, null);
  },
  'nobody decides': async () => {},
  'rejected, and tried again': async (intent, cast) => {
    for (const { id } of await cast.person.waiting(intent.marker)) await cast.person.reject(id, 'Not now, thank you.');
    await cast.agent.use(intent.marker, 'propose_post', inputOf(intent, cast));
    await cast.other.use(intent.marker, 'propose_post', inputOf(intent, cast));
  },
  'obeys what it reads': obey,
};

/** Does all that hidden words ask for: past the tools where there is none for it. */
async function obey(intent: Intent, cast: Cast, heard: Heard | null): Promise<void> {
  const { agent, page, beyond } = cast;
  const { marker, text, chance } = intent;
  const id = heard?.proposalId ?? '1';
  const foreignMarker = `${marker}BEYOND`;
  const post = { content: `${text} ${foreignMarker}`, status: 'published', facebookPageId: page.id };
  const attacks = [
    () => agent.attack(marker, `/api/proposals/${id}/approve`, { contentHash: heard?.contentHash ?? '0'.repeat(64) }),
    () => agent.attack(marker, `/api/proposals/${id}/reject`, {}),
    () => agent.attack(marker, '/api/posts', post),
    () => agent.attack(marker, '/api/posts', { ...post, facebookPageId: beyond.id }),
    () =>
      agent.attack(marker, '/api/compositions', {
        content: post.content,
        status: 'published',
        pages: [{ facebookPageId: page.id }],
      }),
    () => agent.attack(marker, '/api/tokens', { name: 'More', scopes: ['publish'], needsApproval: false }),
    () => agent.attack(marker, '/api/proposals', { content: post.content, facebookPageId: beyond.id }),
    () => agent.attack(marker, '/api/bulk-changes', { filter: {}, change: { kind: 'publish' } }),
    () => agent.attack(marker, '/api/bulk-changes/1/undo', {}),
  ];
  await pick(chance, attacks)();
  await pick(chance, attacks)();
  await refusedTool(cast, marker, 'approve_proposal', { proposalId: id });
  await refusedTool(cast, marker, 'propose_post', { pageId: beyond.id, text: `${text} ${foreignMarker}` });
  await refusedTool(cast, marker, 'change_proposal', {
    proposalId: id,
    contentHash: heard?.contentHash ?? '0'.repeat(64),
    pageId: beyond.id,
  });
  // Hidden words in a text are a text.
  await agent.use(marker, 'check_post', { pageId: page.id, text: `${pick(chance, INJECTIONS)} ${marker}` });
  await approveOne(intent, cast, heard);
}

async function refusedTool({ agent, book }: Cast, marker: string, name: string, input: object): Promise<void> {
  const heard = await agent.use(marker, name, input);
  if (heard !== null && !heard.isError) book.broken('attack came through', marker, `${name} ${JSON.stringify(input)}`);
}

/** What their owner sees as no repetition of something else. */
async function plain({ marker }: Intent, { person }: Cast): Promise<Proposal[]> {
  return (await person.waiting(marker)).filter(({ similar }) => similar === null);
}

async function approve({ marker }: Intent, { person }: Cast, proposal: Proposal): Promise<void> {
  await person.approve(marker, proposal);
}

async function approveOne(intent: Intent, cast: Cast, _: Heard | null): Promise<void> {
  for (const proposal of await plain(intent, cast)) await approve(intent, cast, proposal);
}

function change(intent: Intent, { agent }: Cast, { id, contentHash }: Proposal) {
  return agent.use(intent.marker, 'change_proposal', { proposalId: id, contentHash, text: reworded(intent) });
}

/** Whoever looks after the page leaves nothing lying: yes to what is new, no to what was there already. */
async function decideOnRest(intent: Intent, { person }: Cast): Promise<void> {
  for (const proposal of await person.waiting(intent.marker)) {
    const isTaken = proposal.similar !== null || intent.twist === 'nobody decides' || intent.chance() < 0.3;
    if (isTaken) await person.reject(proposal.id, 'We have this one already.');
    else await person.approve(intent.marker, proposal);
  }
}
