import * as z from 'zod';
import { answerJson } from '../../http/answer-json.ts';
import { boundedBody } from '../../http/bounded-body.ts';
import { retryAfterSeconds } from '../../http/retry-after.ts';
import { FiztechError, type FiztechErrorKind } from './fiztech-error.ts';

/** What the tech site takes. */
export interface NewArticle {
  readonly type: 'review' | 'news';
  readonly title: string;
  readonly body: string;
  readonly [more: string]: unknown;
}

const Article = z.object({
  id: z.union([z.string().min(1), z.number().transform(String)]),
  url: z
    .url()
    .nullish()
    .transform((url) => url ?? null),
});
/** An article that is out. */
export type Article = z.infer<typeof Article>;

const Found = z.object({ data: z.array(Article.extend({ idempotencyKey: z.string().nullish() })) });
const Refusal = z.object({ error: z.object({ message: z.string() }) });

interface Options {
  /** The address of the API: `https://tech.example.com/api`. */
  readonly base: string;
  /** Asked for each call, since it can change while the server runs; null where none is set. */
  key(): string | null;
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;
/** Far more than an article takes, or a short list of them. */
const ANSWER_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * The tech site's API over fetch.
 * @throws FiztechError
 */
export function fiztechClient({ base, key, timeoutMs = DEFAULT_TIMEOUT_MS }: Options) {
  const articles = `${base.replace(/\/+$/, '')}/articles`;

  async function send<Answer>(
    address: string,
    answer: z.ZodType<Answer>,
    init: { method: string; body?: string; headers?: Record<string, string> },
  ): Promise<Answer> {
    const secret = key();
    if (secret === null)
      throw new FiztechError('No key for the tech site is set', { kind: 'configuration', httpStatus: null });
    let response: Response;
    let body: string;
    try {
      const answered = await fetch(address, {
        ...init,
        headers: { authorization: `Bearer ${secret}`, accept: 'application/json', ...init.headers },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      response = boundedBody(answered, ANSWER_LIMIT_BYTES);
      body = await response.text();
    } catch (error) {
      throw new FiztechError('No answer from the tech site', { kind: 'transient', httpStatus: null }, { cause: error });
    }
    const json = answerJson(body);
    const read = answer.safeParse(json);
    if (response.ok && read.success) return read.data;
    throw refusalOf(response, json);
  }

  return {
    /** The same key again makes nothing new: it answers the article of the first time. */
    create: (article: NewArticle, idempotencyKey: string): Promise<Article> =>
      send(articles, Article, {
        method: 'POST',
        body: JSON.stringify(article),
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      }),

    /** The article that was made under this key, or null when there is none. */
    async find(idempotencyKey: string): Promise<Article | null> {
      const { data } = await send(
        `${articles}?${new URLSearchParams({ idempotency_key: idempotencyKey }).toString()}`,
        Found,
        { method: 'GET' },
      );
      // A server that does not know the filter lists everything: only our own counts.
      return data.find((article) => article.idempotencyKey === idempotencyKey) ?? null;
    },
  };
}
export type FiztechClient = ReturnType<typeof fiztechClient>;

/** A plain no is the site's only when it says so in its own envelope: a proxy's page of HTML proves nothing. */
function refusalOf(response: Response, json: unknown): FiztechError {
  const said = Refusal.safeParse(json);
  const facts = {
    kind: kindOf(response.status, said.success),
    httpStatus: response.status,
    retryAfterSeconds: retryAfterSeconds(response.headers),
  };
  return new FiztechError(
    said.success
      ? said.data.error.message
      : `The tech site's answer (HTTP ${response.status}) is not what it should be`,
    facts,
  );
}

const WRONG_ADDRESS = [404, 405, 410];
/** Too slow, in progress elsewhere, too early: the same call may pass a moment later. */
const PASSING = [408, 409, 423, 425];

function kindOf(status: number, isInEnvelope: boolean): FiztechErrorKind {
  if (status === 401 || status === 403) return 'configuration';
  if (status === 429) return 'rate-limited';
  if (status < 400 || status >= 500 || PASSING.includes(status) || !isInEnvelope) return 'transient';
  return WRONG_ADDRESS.includes(status) ? 'configuration' : 'bad';
}
