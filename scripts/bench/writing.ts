import type pg from 'pg';
import { checkClaims } from '../../api/src/contract/claims.ts';
import { checkPost } from '../../api/src/contract/composing.ts';
import { generateContent, LANGUAGES, type Language } from '../../api/src/contract/generation.ts';
import { POST_CASES, type PostCase } from '../../api/src/features/model-exam/cases/posts.ts';
import { OPENAI_KEY, OPENAI_MODEL } from '../../api/sandbox/openai/openai.routes.ts';
import type { Product } from '../product.ts';
import { line, spread } from './figures.ts';
import { personWithPosts } from './person-with-posts.ts';

const TEXTS = 60;
/** Posts that the page already has, which a text is compared with. */
const POSTS_BEFORE = 3000;

type Call = (path: string, body: object, accept?: string) => Promise<Response>;
interface Written {
  readonly content: string;
  readonly generationId: number;
  readonly firstWordMs: number;
}

/**
 * What a text of the AI takes until its first word and until it is checked, beside the AI alone; and what a text costs
 * that passes every check, at the list prices of the simulated model.
 */
export async function benchWriting(product: Product, db: pg.Client): Promise<void> {
  const { cookie, userId } = await personWithPosts(product, db, {
    status: 'published',
    values: { content: "'A post about bread ' || n", published_at: "now() - n * interval '1 hour'" },
    count: POSTS_BEFORE,
  });
  const {
    rows: [page],
  } = await db.query<{ id: string }>('select id from facebook_pages where user_id = $1 and is_connected limit 1', [
    userId,
  ]);
  const call: Call = (path, body, accept = 'application/json') =>
    fetch(new URL(path, product.url), {
      method: 'POST',
      headers: { cookie, origin: product.url, 'content-type': 'application/json', accept },
      body: JSON.stringify(body),
    });
  const cases = POST_CASES.filter(isOfComposer).slice(0, TEXTS);
  const readings = { first: [] as number[], least: [] as number[], checks: [] as number[] };
  const [all, accepted]: [number[], number[]] = [[], []];
  for (const one of cases) {
    readings.least.push(await firstWordOfAi(product, one));
    const written = await write(call, one);
    readings.first.push(written.firstWordMs);
    const start = performance.now();
    const isFine = await passes(call, one, { content: written.content, pageId: Number(page?.id) });
    readings.checks.push(performance.now() - start);
    all.push(written.generationId);
    if (isFine) accepted.push(written.generationId);
  }
  const [first, least, checks] = [spread(readings.first), spread(readings.least), spread(readings.checks)];
  line(
    'First word of a text of the AI',
    `${first.median.toFixed(0)} ms (p95 ${first.p95.toFixed(0)})`,
    `the AI alone: ${least.median.toFixed(0)} ms (p95 ${least.p95.toFixed(0)})`,
    '',
  );
  line(
    `Checks of a text, ${POSTS_BEFORE.toLocaleString('en')} posts before`,
    `${checks.median.toFixed(0)} ms (p95 ${checks.p95.toFixed(0)})`,
    'two calls, side by side',
    '',
  );
  const {
    rows: [cost],
  } = await db.query<{ micros: string }>('select sum(cost_micros) as micros from ai_calls where id = any($1)', [all]);
  const micros = Number(cost?.micros);
  line(
    'Cost of a text that passes every check',
    `${(micros / Math.max(1, accepted.length) / 1e6).toFixed(6)} USD (${accepted.length} of ${all.length} pass)`,
    `of any text: ${(micros / all.length / 1e6).toFixed(6)} USD`,
    '',
  );
}

type Composed = PostCase & { readonly language: Language };

/** What the composer can ask for: other languages are automation's, and a long text takes as much as ten others. */
function isOfComposer(one: PostCase): one is Composed {
  return one.length !== 'Long' && LANGUAGES.some((language) => language === one.language);
}

async function write(call: Call, { request, kind, tone, language, length }: Composed): Promise<Written> {
  const asked = { prompt: request, contentType: kind, tone: tone ?? undefined, language, length };
  const start = performance.now();
  const { whole, firstMs } = await readEvents(await call(generateContent.path, asked, 'text/event-stream'), start);
  const done = /event: done\ndata: (.*)\n/.exec(whole)?.[1];
  if (done === undefined) throw new Error(`No text came: ${whole.slice(0, 500)}`);
  return { ...(JSON.parse(done) as { content: string; generationId: number }), firstWordMs: firstMs };
}

/** The same question to the AI itself, without the rules that stand around it. */
async function firstWordOfAi({ sandboxUrl }: Product, { request }: Composed): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${sandboxUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPENAI_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: OPENAI_MODEL, stream: true, messages: [{ role: 'user', content: request }] }),
  });
  return (await readEvents(answer, start)).firstMs;
}

/** Reads to the end. @throws when the answer is no stream of events */
async function readEvents(answer: Response, start: number): Promise<{ whole: string; firstMs: number }> {
  if (!answer.ok || answer.body === null) throw new Error(`${answer.status} ${await answer.text()}`);
  let [whole, firstMs] = ['', Number.NaN];
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    if (whole === '') firstMs = performance.now() - start;
    whole += chunk;
  }
  return { whole, firstMs };
}

/** As the composer has a text checked before it is sent. */
async function passes(
  call: Call,
  { request, language, length }: Composed,
  { content, pageId }: { content: string; pageId: number },
): Promise<boolean> {
  const [claims, checks] = await Promise.all([
    call(checkClaims.path, { content, brief: request, facebookPageId: pageId }),
    call(checkPost.path, { content, facebookPageId: pageId, asked: { language, length } }),
  ]);
  const { unsourced } = (await claims.json()) as { unsourced: number };
  const { text, repetitions } = (await checks.json()) as { text: unknown[]; repetitions: unknown[] };
  return unsourced === 0 && text.length === 0 && repetitions.length === 0;
}
