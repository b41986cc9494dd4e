import { isSentence, type AgentWorld, type Book } from './agent-world.ts';

/** What an agent heard from a tool; null: nothing at all. */
export interface Heard {
  readonly isError: boolean;
  readonly proposalId: string | null;
  readonly contentHash: string | null;
  readonly isNew: boolean;
  readonly state: string | null;
  readonly mediaId: number | null;
}

interface Answer {
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: Readonly<Record<string, unknown>> & {
      readonly data?: Readonly<Record<string, unknown>> | null;
    };
  };
  readonly error?: { readonly message?: string };
}

/** So long an agent waits; a busy machine takes its time. */
const PATIENCE_MS = 60_000;

/** One that calls the product with a token: by the protocol of assistants, and past it, as a program would. */
export function agentWith({ world, book, token }: { world: AgentWorld; book: Book; token: string }) {
  let calls = 0;
  const nextUrl = () => world.urls[calls++ % world.urls.length] ?? '';

  async function send(
    path: string,
    { method = 'POST', body, type = 'application/json', forMs = PATIENCE_MS }: Sent,
  ): Promise<Response | null> {
    try {
      return await fetch(new URL(path, nextUrl()), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': type,
          accept: 'application/json, text/event-stream',
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(forMs),
      });
    } catch {
      return null;
    }
  }

  return {
    calls: () => calls,

    /**
     * Uses a tool.
     * @param forMs hangs up after so long, whatever has become of the call
     */
    async use(marker: string, name: string, input: object, forMs?: number): Promise<Heard | null> {
      book.count('tool calls');
      const params = { name, arguments: input };
      const answer = await send('/mcp', {
        body: { jsonrpc: '2.0', id: calls, method: 'tools/call', params },
        ...(forMs === undefined ? {} : { forMs }),
      });
      const heard = await answer?.json().catch(() => null);
      if (answer === null || heard === null) {
        book.count('answers lost');
        return null;
      }
      return judged(book, `${marker} ${name}`, answer.status, heard as Answer);
    },

    /**
     * Brings one post by a sheet, as a program does that reads no answer.
     * @param again says that rows of before are meant
     */
    async bringSheet(marker: string, { text, at, pageId }: SheetPost, again: boolean): Promise<void> {
      book.count('sheets');
      const uploaded = await send('/api/sheets?name=plan.csv', { body: sheetOf(text, at), type: 'text/csv' });
      const sheet = (await uploaded?.json().catch(() => null)) as { id: number; reading: object } | null;
      if (uploaded?.ok !== true || sheet === null) return book.count(`sheet not taken ${uploaded?.status}`);
      const reading = { ...sheet.reading, timeZone: 'UTC', facebookPageId: pageId, tooClose: 'allow' };
      const answer = await send(`/api/sheets/${sheet.id}/import`, { body: { reading, again } });
      if (answer === null) return;
      const heard = await answer.text();
      book.count(answer.ok ? 'sheets imported' : `sheet refused ${answer.status}`);
      if (!answer.ok && !isSentence(messageOf(heard))) book.broken('no sentence', marker, `sheet ${heard}`);
    },

    /** What no agent may do, tried all the same. */
    async attack(marker: string, path: string, body: object): Promise<void> {
      book.count('attacks');
      const answer = await send(path, { body });
      if (answer === null) return;
      const text = await answer.text();
      if (answer.ok) book.broken('attack came through', marker, `${path} ${text}`);
      else if (!isSentence(messageOf(text))) book.broken('no sentence', marker, `${path} ${answer.status} ${text}`);
    },
  };
}
export type Agent = ReturnType<typeof agentWith>;

const sheetOf = (text: string, at: string): string =>
  `Text,Date,Time\n"${text.replaceAll('"', '""')}",${at.slice(0, 10)},${at.slice(11, 16)}\n`;

interface SheetPost {
  readonly text: string;
  readonly at: string;
  readonly pageId: number;
}

interface Sent {
  readonly method?: string;
  readonly body?: object | string;
  readonly type?: string;
  readonly forMs?: number;
}

function messageOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { message?: unknown }).message;
  } catch {
    return null;
  }
}

function judged(book: Book, marker: string, status: number, { result, error }: Answer): Heard {
  const told = result?.structuredContent;
  if (told === undefined) {
    book.count(`refused ${status}`);
    if (!isSentence(error?.message)) book.broken('no sentence', marker, `${status} ${JSON.stringify(error)}`);
    return { isError: true, proposalId: null, contentHash: null, isNew: false, state: null, mediaId: null };
  }
  const isError = result?.isError === true;
  if (isError) {
    book.count(`refused by a tool: ${String(told['done'])}`);
  }
  const sentences = [told['done'], told['notDone'], told['next'], told['repeating']];
  if (!sentences.every(isSentence)) book.broken('no sentence', marker, JSON.stringify(sentences));
  const text = (name: string) => (typeof told.data?.[name] === 'string' ? told.data[name] : null);
  return {
    isError,
    proposalId: text('proposalId'),
    contentHash: text('contentHash'),
    isNew: told.data?.['isNew'] === true,
    state: text('state'),
    mediaId: typeof told.data?.['mediaId'] === 'number' ? told.data['mediaId'] : null,
  };
}
