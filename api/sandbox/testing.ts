import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from './sandbox.ts';
import { DEVELOPMENT_APP } from './seed.ts';
import type { SandboxOptions } from './sandbox.ts';
import { wholeAnswer } from './whole-answer.ts';

export interface TestPage {
  id: string;
  name: string;
  access_token: string;
  category: string;
  tasks: string[];
}
interface TestUser {
  role: string;
  id: string;
  name: string;
  email: string;
  accessToken: string;
  pages: TestPage[];
}
interface TruePost {
  id: string;
  kind: string;
  message: string;
  is_published: boolean;
  created_time: string;
  published_time: string | null;
  attachments: { id: string; type: string; sha256?: string; bytes?: number }[];
}
export interface TestMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  at: string;
}
interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown> & { error?: Record<string, unknown>; data?: unknown };
}
type Fields = Record<string, unknown>;

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** A sandbox of its own on a free port, and short ways to call it. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'sandbox-test-')));
  const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', dataDir, snapshot: false, ...options });

  async function call(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const sent = await packed(body);
    for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
    const answer = await wholeAnswer(new URL(path, sandbox.url), { method, ...sent });
    return { ...answer, body: parse(answer.text) };
  }
  const control = async <T = unknown>(method: string, path: string, body?: unknown): Promise<T> =>
    (await call(method, `/__sandbox${path}`, body === undefined ? {} : { body })).body as T;
  const users = (appId = DEVELOPMENT_APP.id) => control<TestUser[]>('GET', `/users?app=${appId}`);

  return {
    ...sandbox,
    dataDir,
    call,
    control,
    users,
    user: async (role: string, appId?: string): Promise<TestUser> =>
      found((await users(appId)).find((user) => user.role === role)),
    page: async (role = 'manager', index = 0): Promise<TestPage> =>
      found((await users()).find((user) => user.role === role)?.pages[index]),
    graph: (method: string, path: string, token: string | null, fields: Fields = {}): Promise<Answer> => {
      const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      if (method === 'POST') return call('POST', `/v19.0${path}`, { body: fields, headers });
      const query = new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)]));
      return call(method, `/v19.0${path}?${query.toString()}`, { headers });
    },
    oracle: (pageId: string) => control<TruePost[]>('GET', `/pages/${pageId}/posts`),
    mails: () => control<TestMail[]>('GET', '/mails'),
    fault: (body: Fields) => control<{ id: string }>('POST', '/faults', body),
    clearFaults: () => control('DELETE', '/faults'),
    clock: (offsetMs: number) => control('PUT', '/clock', { offsetMs }),
  };
}

export function found<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('nothing found');
  return value;
}

/** As `fetch` would send it; what is no body yet, as JSON. */
async function packed(body: unknown): Promise<{ headers: Headers; body: string | Buffer | null }> {
  if (body === undefined) return { headers: new Headers(), body: null };
  const isBody =
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof Uint8Array ||
    typeof body === 'string';
  if (!isBody) return { headers: new Headers({ 'content-type': 'application/json' }), body: JSON.stringify(body) };
  const response = new Response(body as NonNullable<RequestInit['body']>);
  return { headers: new Headers(response.headers), body: Buffer.from(await response.arrayBuffer()) };
}

function parse(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body'];
  } catch {
    return {};
  }
}

/** The posts a test made itself: the seed's are older. */
export function newPosts(posts: TruePost[]): TruePost[] {
  return posts.filter((post) => Date.now() - Date.parse(post.created_time) < 3_600_000);
}

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Bytes that begin like an MP4 file. */
export function mp4(size = 2000): Buffer {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1'), Buffer.alloc(size - 16, 7)]);
}

export function form(
  fields: Record<string, string>,
  file?: { name: string; bytes: Uint8Array; type: string },
): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.set(key, value);
  if (file) data.set(file.name, new Blob([new Uint8Array(file.bytes)], { type: file.type }), 'file');
  return data;
}
