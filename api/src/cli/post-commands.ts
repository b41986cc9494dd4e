import type { Command } from 'commander';
import {
  createPost,
  createProposal,
  currentUser,
  listPostsByStatus,
  publishOutcome,
  readPost,
  updatePost,
  type Post,
} from '../contract/index.ts';
import { clientOf, type Client } from './client.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { intentKey } from './intent-key.ts';
import { instantOf, momentInWords } from './moments.ts';
import { ownFiles } from './own-files.ts';
import { liveNews } from './live-news.ts';
import { pageOf } from './pages.ts';
import { localFile, sentFiles } from './sent-files.ts';
import { standardInput } from './standard-input.ts';
import { line, type Terminal } from './terminal.ts';

interface When {
  readonly at?: string;
  readonly nextSlot?: true;
}
interface PostOptions extends When {
  readonly page?: string;
  readonly draft?: true;
  readonly media: readonly string[];
}

const LONGEST_TEXT_BYTES = 1024 * 1024;
const ENDED: ReadonlySet<string> = new Set(['published', 'failed', 'missed', 'draft']);

export function addPostCommands(program: Command, terminalOf: () => Terminal): void {
  program
    .command('post')
    .description('write a post: it goes out at once, unless it says when')
    .argument('<text>', 'what it says; - reads it from the standard input')
    .option('--page <page>', 'the number or the name of a page')
    .option('--at <time>', 'when it goes out: 2027-01-31T09:00, on this clock or with a zone')
    .option('--next-slot', "in the next free slot of the page's weekly plan")
    .option('--draft', 'not at all yet')
    .option('--media <file>', 'an image or a video; several times for several', gathered, [])
    .action((text: string, options: PostOptions) => makePost(terminalOf(), text, options));

  program
    .command('schedule')
    .description('what is planned; of a post, when it goes out')
    .argument('[post]', 'its number')
    .option('--at <time>', 'another time')
    .option('--next-slot', 'the next free slot; a post that has a time keeps it, unless --again')
    .option('--off', 'takes it off the schedule, as a draft')
    .option('--again', 'with --next-slot: to a later slot than it has')
    .action((id: string | undefined, options: When & { off?: true; again?: true }) =>
      schedule(terminalOf(), id, options),
    );

  program
    .command('watch')
    .description('waits until a post is out, or is not')
    .argument('<post>', 'its number')
    .option('--timeout <minutes>', 'waits so long at most')
    .action((id: string, { timeout }: { timeout?: string }) => watch(terminalOf(), id, timeout));
}

const gathered = (file: string, before: readonly string[]) => [...before, file];

async function makePost(out: Terminal, given: string, options: PostOptions): Promise<void> {
  const { at, nextSlot, draft, media } = options;
  if ([at, nextSlot, draft].filter(Boolean).length > 1)
    throw new CommandError('Choose one of --at, --next-slot and --draft.', EXIT.usage);
  const content =
    given === '-'
      ? (await standardInput(LONGEST_TEXT_BYTES, 'This text is too long for a post.')).replace(/\r?\n$/, '')
      : given;
  const files = ownFiles();
  const client = clientOf(files);
  const local = await Promise.all(media.map((file) => localFile(file)));
  const [user, page] = [await client.call(currentUser), await pageOf(client, options.page)];
  const when = at === undefined ? {} : { scheduledAt: instantOf(at) };
  const planned = at === undefined && nextSlot !== true ? 'published' : 'scheduled';
  const status = draft === true ? 'draft' : planned;
  const hashes = local.map(({ sha256 }) => sha256);
  const key = intentKey(['post', client.url, user.id, page.id, content, status, when, nextSlot === true, hashes]);
  const ids = await sentFiles(client, files, local);
  const isVideo = local.some(({ path }) => /\.(mp4|mov|m4v|webm|avi|mkv)$/i.test(path));
  const common = { content, facebookPageId: page.id, ...when, ...(nextSlot === true && { nextSlot: {} }) };
  const attached = ids.map((id) => ({ id }));
  const mediaType = isVideo ? ('video' as const) : ('image' as const);
  try {
    const withMedia = ids.length > 0 && { mediaData: attached, mediaType };
    tell(out, await client.call(createPost, { key, body: { ...common, status, ...withMedia } }));
  } catch (error) {
    if (!needsApproval(error)) throw error;
    const proposal = await client.call(createProposal, {
      // The same is known by what it says.
      key,
      body: { ...common, ...(ids.length > 0 && { media: attached, mediaType }) },
    });
    out.result(`Proposal ${proposal.id}: ${line(proposal.message)}`, proposal);
  }
}

/** Its token may not do this by itself, and may propose it to a person. */
const needsApproval = (error: unknown): boolean =>
  error instanceof CommandError && error.exitCode === EXIT.notAllowed && 'proposals' in (error.answer ?? {});

async function schedule(
  out: Terminal,
  id: string | undefined,
  { at, nextSlot, off, again }: When & { off?: true; again?: true },
): Promise<void> {
  const client = clientOf(ownFiles());
  if (id === undefined) {
    const posts = await client.call(listPostsByStatus, { params: { status: 'scheduled' } });
    out.result(posts.map(inWords).join('\n') || 'Nothing is planned.', posts);
    return;
  }
  const wanted = [at, nextSlot, off].filter(Boolean).length;
  if (wanted > 1) throw new CommandError('Choose one of --at, --next-slot and --off.', EXIT.usage);
  const params = { id: numberOf(id) };
  const before = await client.call(readPost, { params });
  // Asked for twice, it would go from slot to slot.
  const isThere = nextSlot === true && before.status === 'scheduled' && again !== true;
  if (wanted === 0 || isThere) return tell(out, before);
  const body = nextSlot === true ? { nextSlot: {} } : { scheduledAt: at === undefined ? null : instantOf(at) };
  tell(out, await client.call(updatePost, { params, body }));
}

async function watch(out: Terminal, id: string, timeout: string | undefined): Promise<void> {
  const minutes = timeout === undefined ? Infinity : Number(timeout);
  if (!(minutes > 0)) throw new CommandError('--timeout takes minutes, such as 30.', EXIT.usage);
  const until = performance.now() + minutes * 60_000;
  const client = clientOf(ownFiles());
  const params = { id: numberOf(id) };
  const news = liveNews(client);
  let said = '';
  try {
    for (;;) {
      const post = await client.call(readPost, { params });
      if (ENDED.has(post.status)) return tell(out, post);
      const words = inWords(post);
      if (words !== said) out.note((said = words));
      const left = until - performance.now();
      if (left <= 0)
        throw new CommandError("It isn't published yet. Run the same command again to keep waiting.", EXIT.tryAgain);
      if (post.status === 'publishing') await client.call(publishOutcome, { params });
      await news.wait(pauseBefore(post, client), left);
    }
  } finally {
    news.close();
  }
}

/** By the server's clock: that of this machine may be wrong. */
function pauseBefore({ scheduledAt, status }: Post, client: Client): number {
  const now = client.serverTime();
  if (status !== 'scheduled' || scheduledAt === null || now === null) return 1000;
  return Math.min(10_000, Math.max(1000, (Date.parse(scheduledAt) - now) / 2));
}

function tell(out: Terminal, post: Post): void {
  out.result(inWords(post), post);
  if (post.status === 'failed' || post.status === 'missed') process.exitCode = EXIT.notPublished;
}

function inWords({ id, status, scheduledAt, pageName, content, permalinkUrl, problem }: Post): string {
  const when = scheduledAt !== null && status === 'scheduled' ? `, ${momentInWords(scheduledAt)}` : '';
  const excerpt = line(content).slice(0, 60);
  const where = pageName === null ? '' : ` on ${line(pageName)}`;
  const details = [permalinkUrl, problem?.message].filter((text) => text != null).map((text) => `\n  ${line(text)}`);
  return `${id}  ${status}${where}${when}: ${excerpt}${details.join('')}`;
}

export function numberOf(given: string): number {
  if (!/^[1-9]\d{0,14}$/.test(given)) throw new CommandError(`${line(given)} is not the number of a post.`, EXIT.usage);
  return Number(given);
}
