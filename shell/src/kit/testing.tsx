import {
  IDEMPOTENCY_HEADER,
  type Endpoint,
  type FacebookPage,
  type Post,
  type User,
  FACEBOOK,
} from '@pagecast/api/contract';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, type RenderResult } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { afterEach, beforeAll, vi, type Mock } from 'vitest';
import type { CallInput, CallOutput } from './runtime/api-client.ts';
import { HostProvider, type HostApi, type Toast } from './runtime/host.tsx';
import { loadAllParts } from './runtime/lazy-part.tsx';
import { memoryRouter } from './runtime/memory-router.tsx';
import { PortalRoot } from './runtime/portal.tsx';
import { plainQueryClient } from './runtime/query-client.ts';

/**
 * A call as the fake server saw it; `path` is the contract's, with its `:names`. `key` is what marks a repetition of an
 * idempotent call.
 */
export interface SeenCall {
  method: string;
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  key: string | null;
}
export interface Answer {
  endpoint: Endpoint;
  reply: (call: SeenCall) => unknown;
}

/** Thrown by an answer, or given as one: the server refuses with this status and body. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown = { message: 'Refused by the test', code: 'refused' }) {
    super(`Refusal ${status}`);
    this.status = status;
    this.body = body;
  }
}

export const someUser: User = {
  id: '100200300',
  firstName: 'Mina',
  lastName: 'Manager',
  email: 'mina@example.com',
  isAdmin: false,
};

type Reply<E extends Endpoint> = CallOutput<E> | Refusal | Response;

/** A valid post; a test names only what matters to it. */
export function buildPost(part: Partial<Post> = {}): Post {
  return {
    id: 1,
    content: 'Fresh bread today',
    contentType: 'promotional',
    tone: 'Professional',
    keywords: null,
    isAiGenerated: false,
    status: 'published',
    scheduledAt: null,
    publishedAt: null,
    facebookPageId: 7,
    pageName: 'Corner Bakery',
    facebookPostId: null,
    permalinkUrl: null,
    publishPlatform: FACEBOOK,
    mediaData: null,
    mediaType: 'text',
    isReel: false,
    isLate: false,
    problem: null,
    createdAt: '2026-11-21T00:00:00.000Z',
    ...part,
  };
}

export function buildPage(part: Partial<FacebookPage> = {}): FacebookPage {
  return {
    id: 7,
    name: 'Corner Bakery',
    pageId: '1000',
    accessToken: null,
    category: 'Bakery',
    isActive: true,
    isConnected: true,
    problem: null,
    ...part,
  };
}

/** What one endpoint answers: a value, a function of the call, a refusal, or only its status. */
export function answer<E extends Endpoint>(
  endpoint: E,
  value:
    | Reply<NoInfer<E>>
    | number
    | ((input: CallInput<NoInfer<E>> & SeenCall) => Reply<NoInfer<E>> | Promise<Reply<NoInfer<E>>>),
): Answer {
  return {
    endpoint,
    reply: (call) => {
      if (typeof value === 'number') return new Refusal(value);
      if (typeof value !== 'function') return value;
      return (value as (input: SeenCall) => unknown)(call);
    },
  };
}

const realFetch = globalThis.fetch;
// A busy machine may take longer than the library's second to show what a test waits for.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});
beforeAll(loadAllParts);

/**
 * Replaces `fetch` by a table of answers until the end of the test. An endpoint that is not in it answers 404. Later
 * entries win.
 */
export function serve(routes: readonly Answer[]): { calls: SeenCall[] } {
  const calls: SeenCall[] = [];
  globalThis.fetch = async (target, init) => {
    init?.signal?.throwIfAborted();
    const url = new URL(target instanceof Request ? target.url : target, 'http://localhost');
    const method = init?.method ?? 'GET';
    const found = routes.findLast(
      ({ endpoint }) => endpoint.method === method && paramsOf(endpoint.path, url.pathname) !== null,
    );
    const call: SeenCall = {
      method,
      path: found?.endpoint.path ?? url.pathname,
      params: (found && paramsOf(found.endpoint.path, url.pathname)) ?? {},
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      key: new Headers(init?.headers).get(IDEMPOTENCY_HEADER),
    };
    calls.push(call);
    if (found === undefined)
      return json(404, { message: `The test has no answer for ${method} ${url.pathname}`, code: 'not-found' });
    try {
      const reply = await found.reply(call);
      if (reply instanceof Response) return reply;
      return reply instanceof Refusal ? json(reply.status, reply.body) : json(found.endpoint.success ?? 200, reply);
    } catch (error) {
      if (error instanceof Refusal) return json(error.status, error.body);
      throw error;
    }
  };
  return { calls };
}

export interface ShownScreen extends RenderResult {
  readonly toasts: Toast[];
  readonly calls: SeenCall[];
  readonly queryClient: QueryClient;
  readonly reconnect: Mock<() => void>;
  readonly address: ReturnType<typeof memoryRouter>['address'];
}

/**
 * Renders a screen as the shell would: with a host, the product's query rules and a server that answers from `routes`.
 */
export function renderScreen(
  Screen: ComponentType,
  {
    user = someUser,
    path = '/',
    search = '',
    routes = [],
  }: {
    user?: User;
    path?: string;
    search?: string;
    routes?: readonly Answer[];
  } = {},
): ShownScreen {
  const { calls } = serve(routes);
  const toasts: Toast[] = [];
  const router = memoryRouter(search === '' ? path : `${path}?${search.replace(/^\?/, '')}`);
  const queryClient = plainQueryClient();
  const reconnect = vi.fn<() => void>();
  const host: HostApi = {
    version: 1,
    user,
    router: router.seam,
    notify: (toast) => {
      toasts.push(toast);
    },
    reconnect,
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <HostProvider host={host}>
        <PortalRoot name="test">{children}</PortalRoot>
      </HostProvider>
    </QueryClientProvider>
  );
  const shown: RenderResult = render(<Screen />, { wrapper });
  return { ...shown, toasts, calls, queryClient, reconnect, address: router.address };
}

function paramsOf(pattern: string, pathname: string): Record<string, string> | null {
  const expression = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const match = expression.exec(pathname);
  if (match === null) return null;
  return Object.fromEntries(Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]));
}

function json(status: number, body: unknown): Response {
  return status === 204
    ? new Response(null, { status })
    : new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', 'x-request-id': 'test-request' },
      });
}

/** An answer in chunks, which a test brings one by one. */
export function chunks() {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller;
    },
  });
  const bring = (event: 'piece' | 'done' | 'failed', data: object) =>
    stream?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  return {
    response: new Response(body, {
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'test-request' },
    }),
    bring,
    breakOff: () => stream?.error(new TypeError('The line is cut')),
  };
}

/** Types as somebody who never pauses: each letter is there before a timer that waits for the last one is over. */
export function typeWithoutPause(field: HTMLElement, text: string): void {
  for (let end = 1; end <= text.length; end += 1) fireEvent.change(field, { target: { value: text.slice(0, end) } });
}

/** Chooses in a list that opens with a press and can be searched. */
export async function chooseIn(field: HTMLElement, option: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.click(
    await screen.findByRole('option', { name: (name) => name.replace(/\s*Recent$/, '') === option }),
  );
}
