import { beforeEach, describe, expect, test } from 'vitest';
import { setUpSeededSandbox } from './set-up-sandbox.ts';
import { OPENAI_KEY } from './openai/openai.routes.ts';
import { form, found, mp4, newPosts, PNG } from './testing.ts';

const { sandbox, page } = setUpSeededSandbox();
beforeEach(async () => {
  await sandbox.control('PUT', '/switches', { processingMs: 0 });
});

const graph = (method: string, path: string, fields = {}) => sandbox.graph(method, path, page.access_token, fields);
const publish = (message = 'Hello') => graph('POST', `/${page.id}/feed`, { message });
const oracle = async () => newPosts(await sandbox.oracle(page.id));
const publicCount = async () => (await oracle()).filter((post) => post.is_published).length;
const feed = { service: 'graph', method: 'POST', path: '/feed$' };
/** A call that is given up a short while after it is said to: how one that hangs looks to a client. */
function impatient(path: string, init: RequestInit = {}) {
  const leaving = new AbortController();
  return {
    answer: fetch(`${sandbox.url}${path}`, { ...init, signal: leaving.signal }),
    giveUp: () => void setTimeout(() => leaving.abort(), 250),
  };
}
const postInit = (message: string): RequestInit => ({
  method: 'POST',
  headers: { authorization: `Bearer ${page.access_token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});

describe('error', () => {
  test.each([
    [4, 400],
    [190, 401],
    [10, 403],
    [200, 403],
    [1, 500],
    [368, 400],
  ])('code %i comes with status %i and the whole envelope, and nothing happens', async (code, http) => {
    await sandbox.fault({ match: feed, action: { type: 'error', code, subcode: 99, message: 'told to' } });
    const answer = await publish();
    expect(answer.status).toBe(http);
    expect(answer.body.error).toMatchObject({
      code,
      error_subcode: 99,
      message: 'told to',
      type: 'OAuthException',
      fbtrace_id: expect.any(String),
    });
    expect(await oracle()).toHaveLength(0);
  });

  test.each([
    ['named by type', { action: { type: 'error', code: 368, http: 200 } }],
    ['named by name', { action: { name: 'error', code: 368, http: 200, type: 'FacebookApiException' } }],
    ['as a key', { action: { error: { code: 368, http: 200 } } }],
    ['with its fields beside it', { action: 'error', code: 368, http: 200 }],
    ['in one word and number', { action: 'error 368' }],
  ])('may be written %s', async (_how, fault) => {
    await sandbox.fault({ match: feed, ...fault });
    expect((await publish()).body.error).toMatchObject({ code: 368 });
  });

  test('carries headers, and user messages', async () => {
    await sandbox.fault({
      match: feed,
      action: {
        type: 'error',
        code: 80001,
        error_user_msg: 'Wait.',
        is_transient: true,
        headers: { 'x-app-usage': '{"call_count":100}' },
      },
    });
    const answer = await publish();
    expect(answer.headers.get('x-app-usage')).toBe('{"call_count":100}');
    expect(answer.body.error).toMatchObject({ error_user_msg: 'Wait.', is_transient: true });
  });
});

describe('which requests are hit', () => {
  test('times, nth and page are honoured', async () => {
    await sandbox.fault({ match: { ...feed, page: page.id }, action: 'error', times: 1 });
    await sandbox.fault({ match: { ...feed, page: page.id }, action: 'error 4', nth: 2 });
    const other = await sandbox.page('manager', 1);
    expect((await sandbox.graph('POST', `/${other.id}/feed`, other.access_token, { message: 'x' })).status).toBe(200);
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await publish(`n ${index}`)).status);
    expect(statuses).toEqual([500, 400, 200, 200]);
  });

  test('probability with a seed hits the same requests each time', async () => {
    const run = async () => {
      await sandbox.control('DELETE', '/faults');
      await sandbox.fault({ match: feed, action: 'error', probability: 0.5, seed: 7 });
      const statuses: number[] = [];
      for (let index = 0; index < 12; index += 1) statuses.push((await publish(`p ${Math.random()}`)).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first).size).toBe(2);
    expect(await run()).toEqual(first);
  });

  test('clearing faults ends them', async () => {
    await sandbox.fault({ match: {}, action: 'error' });
    await sandbox.control('DELETE', '/faults');
    expect((await publish()).status).toBe(200);
  });
});

describe('transport', () => {
  test('hang gives no answer', async () => {
    await sandbox.fault({ match: feed, action: 'hang' });
    const hung = impatient(`/v19.0/${page.id}/feed`, postInit('x'));
    hung.giveUp();
    await expect(hung.answer).rejects.toThrow(/aborted/i);
    expect(await oracle()).toHaveLength(0);
  });

  test('delay answers later, with the effect', async () => {
    await sandbox.fault({ match: feed, action: 'delay', ms: 120 });
    const started = Date.now();
    expect((await publish()).status).toBe(200);
    expect(Date.now() - started).toBeGreaterThanOrEqual(115);
  });

  test('hold keeps a call until the fault is taken away, and then it has its effect', async () => {
    const { id } = await sandbox.fault({ match: feed, action: 'hold' });
    const held = [publish('one'), publish('two')];
    await expect.poll(async () => (await sandbox.control<{ hits: number }[]>('GET', '/faults'))[0]?.hits).toBe(2);
    expect(await oracle()).toHaveLength(0);
    await sandbox.control('DELETE', `/faults/${id}`);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    await sandbox.fault({ match: feed, action: 'hold' });
    const another = publish('three');
    await sandbox.clearFaults();
    expect((await another).status).toBe(200);
  });

  test('reset breaks the connection', async () => {
    await sandbox.fault({ match: feed, action: 'reset' });
    await expect(publish()).rejects.toThrow();
  });

  test('half-body breaks off in the middle', async () => {
    await sandbox.fault({ match: feed, when: 'after', action: 'half-body' });
    await expect(publish()).rejects.toThrow();
    expect(await publicCount()).toBe(1);
  });

  test('html 502, empty 200, bad-json and 200-with-error answer as named', async () => {
    for (const action of ['html 502', 'empty 200', 'bad-json', '200-with-error'])
      await sandbox.fault({ match: feed, action, times: 1 });
    const html = await publish();
    expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
    const empty = await publish();
    expect([empty.status, empty.text]).toEqual([200, '']);
    const bad = await publish();
    expect(bad.status).toBe(200);
    expect(() => JSON.parse(bad.text) as unknown).toThrow();
    const kind = await publish();
    expect([kind.status, kind.body.error?.['code']]).toEqual([200, 2]);
    expect(await oracle()).toHaveLength(0);
  });

  test('answer says whatever it is told to, as text or as JSON', async () => {
    await sandbox.fault({
      match: feed,
      action: {
        name: 'answer',
        http: 404,
        body: { error_code: 190, error_msg: 'no' },
        headers: { 'retry-after': '9' },
      },
      times: 1,
    });
    await sandbox.fault({ match: feed, action: { name: 'answer', body: 'null' }, times: 1 });
    const flat = await publish();
    expect([flat.status, flat.body, flat.headers.get('retry-after')]).toEqual([
      404,
      { error_code: 190, error_msg: 'no' },
      '9',
    ]);
    expect(await publish()).toMatchObject({ status: 200, text: 'null' });
    expect(await oracle()).toHaveLength(0);
  });

  test('stall-after-headers sends headers and no body', async () => {
    await sandbox.fault({ match: { service: 'openai' }, action: 'stall-after-headers' });
    const stalled = impatient('/v1/models', { headers: { authorization: `Bearer ${OPENAI_KEY}` } });
    const answer = await stalled.answer;
    expect(answer.status).toBe(200);
    stalled.giveUp();
    await expect(answer.text()).rejects.toThrow(/aborted/i);
  });

  test('cut-stream ends an OpenAI stream after so many chunks', async () => {
    await sandbox.fault({ match: { service: 'openai' }, action: 'cut-stream 3' });
    const answer = await fetch(`${sandbox.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPENAI_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'gpt-5.4-mini',
        stream: true,
        messages: [{ role: 'user', content: 'Write about tea' }],
      }),
    });
    let text = '';
    await expect(
      (async () => {
        for await (const chunk of found(answer.body)) text += Buffer.from(chunk).toString();
      })(),
    ).rejects.toThrow();
    expect(text.match(/^data: /gm)).toHaveLength(3);
  });

  test('cut-stream on a reel keeps the bytes that came, so that the upload can go on', async () => {
    const { video_id: id, upload_url: url } = (
      await graph('POST', `/${page.id}/video_reels`, { upload_phase: 'start' })
    ).body as Record<string, string>;
    await sandbox.fault({ match: { path: '^/rupload/' }, action: { type: 'cut-stream', n: 400 }, times: 1 });
    const send = (from: number) =>
      sandbox.call('POST', found(url), {
        body: new Uint8Array(mp4(1000).subarray(from)),
        headers: {
          authorization: `OAuth ${page.access_token}`,
          offset: String(from),
          file_size: '1000',
          'content-type': 'application/octet-stream',
        },
      });
    await expect(send(0)).rejects.toThrow();
    expect((await graph('GET', `/${String(id)}`, { fields: 'status' })).body).toMatchObject({
      status: { uploading_phase: { bytes_transfered: 400 } },
    });
    expect((await send(400)).body).toEqual({ success: true });
  });
});

describe('a reply lost after the effect leaves exactly one object', () => {
  const lost = (path: string, method = 'POST') =>
    sandbox.fault({ match: { method, path }, when: 'after', action: 'reset', times: 1 });

  test('feed', async () => {
    await lost('/feed$');
    await expect(publish()).rejects.toThrow();
    expect(await oracle()).toMatchObject([{ is_published: true }]);
  });

  test('photos', async () => {
    await lost('/photos$');
    await expect(
      sandbox.call('POST', `/v19.0/${page.id}/photos`, {
        body: form({ message: 'p' }, { name: 'source', bytes: PNG, type: 'image/png' }),
        headers: { authorization: `Bearer ${page.access_token}` },
      }),
    ).rejects.toThrow();
    expect(await oracle()).toMatchObject([{ kind: 'photo', is_published: true }]);
  });

  test('videos', async () => {
    await lost('/videos$');
    await expect(
      sandbox.call('POST', `/graph-video/v19.0/${page.id}/videos`, {
        body: form({}, { name: 'source', bytes: mp4(), type: 'video/mp4' }),
        headers: { authorization: `Bearer ${page.access_token}` },
      }),
    ).rejects.toThrow();
    expect(await oracle()).toMatchObject([{ kind: 'video', is_published: true }]);
  });

  test('the finish of a reel', async () => {
    const { video_id: id, upload_url: url } = (
      await graph('POST', `/${page.id}/video_reels`, { upload_phase: 'start' })
    ).body as Record<string, string>;
    await sandbox.call('POST', found(url), {
      body: new Uint8Array(mp4()),
      headers: {
        authorization: `OAuth ${page.access_token}`,
        offset: '0',
        file_size: '2000',
        'content-type': 'application/octet-stream',
      },
    });
    await lost('/video_reels$');
    const finish = () =>
      graph('POST', `/${page.id}/video_reels`, {
        upload_phase: 'finish',
        video_id: id,
        video_state: 'PUBLISHED',
        description: 'r',
      });
    await expect(finish()).rejects.toThrow();
    expect((await finish()).body).toEqual({ success: true });
    expect(await oracle()).toMatchObject([{ kind: 'reel', is_published: true }]);
  });

  test('the flip of is_published', async () => {
    const id = String((await graph('POST', `/${page.id}/feed`, { message: 'f', published: false })).body['id']);
    await lost(`/${id}$`);
    await expect(graph('POST', `/${id}`, { is_published: true })).rejects.toThrow();
    expect((await graph('GET', `/${id}`, { fields: 'is_published' })).body['is_published']).toBe(true);
    expect(await publicCount()).toBe(1);
  });

  test('delete', async () => {
    const id = String((await publish()).body['id']);
    await lost(`/${id}$`, 'DELETE');
    await expect(graph('DELETE', `/${id}`)).rejects.toThrow();
    expect((await graph('DELETE', `/${id}`)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    expect(await oracle()).toHaveLength(0);
  });

  test('also when the answer is an error, HTML, nothing, or never comes', async () => {
    for (const [index, action] of ['error', 'html 502', 'empty 200', 'bad-json', '200-with-error'].entries()) {
      await sandbox.fault({ match: feed, when: 'after', action, times: 1 });
      await publish(`lost ${index}`);
      expect(await publicCount()).toBe(index + 1);
    }
    await sandbox.fault({ match: feed, when: 'after', action: 'hang', times: 1 });
    const hung = impatient(`/v19.0/${page.id}/feed`, postInit('hung'));
    await expect.poll(publicCount).toBe(6);
    hung.giveUp();
    await expect(hung.answer).rejects.toThrow(/aborted/i);
  });
});
