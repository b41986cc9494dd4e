import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPost, generateContent, updatePost, uploadMedia, type MediaFile } from '../contract/index.ts';
import { callName } from '../facebook/call-name.ts';
import { photoFile } from '../testing/real-media.ts';
import { receiver } from '../testing/receiver.ts';
import { setUpScene, type Scene } from '../testing/scene.ts';
import { fromNow } from '../testing/stored.ts';
import { startS3 } from '../testing/test-s3.ts';
import { startTracing } from './start-tracing.ts';
import { readTracing } from './tracing-settings.ts';
import { isTracing, stopTracing, installTracing } from './tracing.ts';

const TEXT = 'Fresh kaya toast until noon';
const PROMPT = 'A secret recipe for kaya';
const SECRET_HEADER = 'Bearer of-the-collector';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status?: { readonly code?: number };
}

const s3 = await startS3();
afterAll(() => s3.close());

describe('a post', () => {
  let scene: Scene;
  let collector: Awaited<ReturnType<typeof receiver>>;
  const api = setUpScene(
    (entered) => {
      scene = entered;
    },
    { env: s3.env },
  );
  beforeAll(async () => {
    collector = await receiver();
    process.env['OTEL_EXPORTER_OTLP_HEADERS'] = `authorization=${encodeURIComponent(SECRET_HEADER)}`;
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.origin;
  });
  afterAll(async () => {
    delete process.env['OTEL_EXPORTER_OTLP_HEADERS'];
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    await collector.close();
  });
  beforeEach(() => startTracing(process.env));

  /** All that was traced, once it has arrived; nothing is from then on. */
  async function spans(): Promise<Span[]> {
    await stopTracing();
    installTracing(null);
    const told = collector.bodies() as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }[];
    return told.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  }

  /** From a step up to the one that began it all. */
  function way(all: readonly Span[], from: Span): string[] {
    const above = all.find(({ spanId }) => spanId === from.parentSpanId);
    return above === undefined ? [from.name] : [from.name, ...way(all, above)];
  }

  test('is one trace from the press of the button to Facebook, over the queue and at another time', async () => {
    const { caller, pageRow, page, me } = scene;
    const made = await caller.call(createPost, {
      body: {
        content: TEXT,
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        facebookPageId: pageRow,
        publishPlatform: 'facebook',
      },
    });
    expect(made.status).toBe(201);
    await api.stored.posts.change({ scheduled_at: fromNow(api.db, '-1 second') }, { id: made.body.id });
    await api.turn();
    expect((await scene.stories.statusOf(made.body.id)).status).toBe('published');

    const all = await spans();
    const press = all.find(({ name }) => name === `POST ${createPost.path}`);
    const call = all.find(({ name }) => name === 'facebook POST {id}/feed');
    if (press === undefined || call === undefined) throw new Error(`Not among ${all.map(({ name }) => name).join()}`);
    expect(call.traceId).toBe(press.traceId);
    expect(way(all, call)).toEqual(['facebook POST {id}/feed', 'publish post', `POST ${createPost.path}`]);
    const parts = all.filter(({ traceId }) => traceId === press.traceId).map(({ name }) => name);
    expect(parts).toEqual(expect.arrayContaining(['settle_published', 'insert posts', 'begin', 'commit']));

    const sent = collector.received.map(({ body }) => body).join();
    for (const secret of [TEXT, page.access_token, me.facebookId, me.name, page.id, SECRET_HEADER])
      expect(sent).not.toContain(secret);
    expect(collector.received[0]?.headers['authorization']).toBe(SECRET_HEADER);
  });

  test('has the reading of its file from S3 in that trace, without its name', async () => {
    const { caller, pageRow } = scene;
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await photoFile())]), 'A secret photo.jpg');
    const photo = (await (await caller.fetch(uploadMedia.path, { method: 'POST', body: form })).json()) as MediaFile;
    const made = await caller.call(createPost, {
      body: {
        content: TEXT,
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        facebookPageId: pageRow,
        mediaType: 'image',
        mediaData: String(photo.id),
      },
    });
    expect(made.status).toBe(201);
    await api.stored.posts.change({ scheduled_at: fromNow(api.db, '-1 second') }, { id: made.body.id });
    await api.turn();
    expect((await scene.stories.statusOf(made.body.id)).status).toBe('published');

    const all = await spans();
    const press = all.findLast(({ name }) => name === `POST ${createPost.path}`);
    const publishing = all.findLast(({ name }) => name === 'publish post');
    const reading = all.filter(({ name, traceId }) => name === 's3 GetObjectCommand' && traceId === press?.traceId);
    expect(reading.length).toBeGreaterThan(0);
    for (const step of reading) expect(way(all, step).at(-2)).toBe(publishing?.name);
    const sent = collector.received.map(({ body }) => body).join();
    for (const secret of ['A secret photo', ...(await s3.keys())]) expect(sent).not.toContain(secret);
  });

  test('goes on with the trace of who last did something about it', async () => {
    const { caller, pageRow } = scene;
    const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const made = await caller.call(createPost, {
      body: {
        content: TEXT,
        status: 'scheduled',
        scheduledAt: later(1),
        facebookPageId: pageRow,
        publishPlatform: 'facebook',
      },
    });
    await caller.call(updatePost, { params: { id: made.body.id }, body: { scheduledAt: later(2) } });
    await api.stored.posts.change({ scheduled_at: fromNow(api.db, '-1 second') }, { id: made.body.id });
    await api.turn();
    const all = await spans();
    const moved = all.findLast(({ name }) => name === `PATCH ${updatePost.path}`);
    expect(all.findLast(({ name }) => name === 'publish post')?.traceId).toBe(moved?.traceId);
  });

  test('goes out without one where nobody traced it, or what stands there is none', async () => {
    const { caller, pageRow } = scene;
    await spans();
    const made = await caller.call(createPost, {
      body: {
        content: TEXT,
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        facebookPageId: pageRow,
        publishPlatform: 'facebook',
      },
    });
    await api.stored.postEvents.change({ traceparent: 'no trace' }, { post_id: made.body.id });
    await api.stored.posts.change({ scheduled_at: fromNow(api.db, '-1 second') }, { id: made.body.id });
    await startTracing(process.env);
    await api.turn();
    expect((await scene.stories.statusOf(made.body.id)).status).toBe('published');
  });

  test('that the AI writes is traced without its words, and a failure without what it said', async () => {
    await api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action: { type: 'error', http: 500 } });
    await scene.caller.call(generateContent, { body: { prompt: PROMPT } });
    const all = await spans();
    const asked = all.find(({ name }) => name.startsWith('chat '));
    expect(asked?.status?.code).toBe(2);
    expect(collector.received.map(({ body }) => body).join()).not.toContain(PROMPT);
  });

  test('and a collector that is away keeps nobody', async () => {
    collector.answers(503);
    const made = await scene.caller.call(generateContent, { body: { prompt: PROMPT } });
    expect(made.status).toBe(200);
    collector.answers((response) => response.end('{}'));
    await spans();
  });
});

describe('the settings of OpenTelemetry', () => {
  const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

  test.each([
    ['without an endpoint', {}],
    ['with an empty one', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
    ['switched off', { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
    ['without an exporter', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
  ])('trace nothing %s', async (_what, env) => {
    await startTracing(env);
    expect(isTracing()).toBe(false);
  });

  test('have the usual sampler, or the one that is named', () => {
    expect(readTracing(ENDPOINT)).toMatchObject({ sampler: 'parentbased_always_on', ratio: 1 });
    const some = { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(readTracing(some)).toMatchObject({ sampler: 'traceidratio', ratio: 0.25 });
  });

  test.each([
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /^OTEL_TRACES_SAMPLER: /],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG: /],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /^OTEL_EXPORTER_OTLP_PROTOCOL: /],
  ])('that cannot be are refused: %j', (env, sentence) => {
    expect(() => readTracing({ ...ENDPOINT, ...env })).toThrow(sentence);
  });
});

test.each([
  ['POST 102152/feed', 'POST {id}/feed'],
  ['GET me/accounts', 'GET me/accounts'],
  ['POST /video-upload/v25.0/98765', 'POST video-upload/v25.0/{id}'],
  ['POST upload:MTphdHRhY2htZW50', 'POST {id}'],
  ['DELETE 1021_2034', 'DELETE {id}'],
])('the call %s is called %s', (given, name) => expect(callName(given)).toBe(name));
