import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { inputOf, sampleOf } from '../../testing/contract-calls.ts';
import { fits, theDocument } from '../../testing/documented.ts';
import { buildFixtures, type Fixtures } from '../../testing/person-fixtures.ts';
import { rightCaller } from '../../testing/principals.ts';
import { setUpApi } from '../../testing/scene.ts';
import { CALLS } from './document.ts';
import { exampleOf, type Example } from './examples.ts';
import { API_DOCS_PATH, OPENAPI_PATH } from './paths.ts';

const IS_RECORDING = process.env['RECORD_EXAMPLES'] !== undefined;

const api = setUpApi();
const nobody = () => api.as(null);

describe('the document', () => {
  test('is OpenAPI as its own standard has it', async () => {
    expect(
      await new Validator().validate(JSON.parse(JSON.stringify(theDocument())) as Record<string, unknown>),
    ).toMatchObject({ valid: true });
  });

  test('names every call that this server serves, and no other', () => {
    const served = Object.values(api.app)
      .flatMap((part) => (part as { routes?: unknown }).routes ?? [])
      .filter((routes): routes is { stack: { path: string; methods: string[] }[] } => typeof routes !== 'function')
      .flatMap(({ stack }) => stack)
      .flatMap(({ path, methods }) => methods.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`))
      .filter((call) => / \/api\//.test(call));
    const said = Object.entries(theDocument().paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const isOwn = (call: string) => !call.startsWith('HEAD ') || said.includes(call);
    expect(said.toSorted()).toEqual([...new Set(served.filter(isOwn))].toSorted());
  });

  test('is answered to anybody, is small, and is sent once', async () => {
    const first = await nobody().ask(OPENAPI_PATH);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(first.text)).toMatchObject({ openapi: '3.1.1', servers: [{ url: api.config.PUBLIC_URL }] });
    expect(first.text.length).toBeLessThan(1024 * 1024);
    const again = await nobody().ask(OPENAPI_PATH, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('pages to read', () => {
  test('name every call, and lead to each', async () => {
    const { text } = await nobody().ask(API_DOCS_PATH);
    const links = new Set(Array.from(text.matchAll(/href="(\/api-docs\/[^"#]+)#([^"]+)"/g), ([, page]) => page ?? ''));
    const targets = new Map<string, string>();
    for (const page of links) targets.set(page, (await nobody().ask(page)).text);
    const all = [...text.matchAll(/href="(\/api-docs\/[^"#]+)#([^"]+)"/g)];
    expect(all.length).toBeGreaterThan(CALLS.length);
    expect(all.filter(([, page = '', id]) => !targets.get(page)?.includes(`id="${id}"`))).toEqual([]);
  });

  test('need no script and nothing of another host; one that is not there is not found', async () => {
    const page = await nobody().ask(`${API_DOCS_PATH}/posts`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.text).not.toMatch(/<script|<style|style=|https?:\/\/(?!localhost)/);
    expect((await nobody().ask(`${API_DOCS_PATH}/constructor`)).status).toBe(404);
  });
});

/** What differs from one database to the next: ids, hashes, moments. */
const masked = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? {})
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}|[\da-f]{32,}/g, 'x')
      .replaceAll(/\d+/g, '0'),
  );

/** Written anew by `RECORD_EXAMPLES=1 npm test -- openapi.test`, for calls that are new or have changed. */
describe.runIf(IS_RECORDING)('examples are recorded', () => {
  const told = (key: string, value: unknown): unknown => {
    if ((key === 'token' || key === 'secret') && typeof value === 'string')
      return value.replace(/(?<=^[a-z]+_(\d+_)?).+$/, (all) => 'x'.repeat(all.length));
    return Array.isArray(value) ? value.slice(0, 2) : value;
  };

  test('of every call', async () => {
    const recorded: Record<string, Example> = {};
    for (const [name, endpoint] of CALLS) {
      const before = exampleOf(name);
      if (before !== undefined && flawsOf(name, endpoint).length === 0) {
        recorded[name] = before;
        continue;
      }
      const fixtures = await buildFixtures(api.db);
      const caller = (await rightCaller(api, api.as(fixtures.owner)))(endpoint);
      const input = inputOf(sampleOf(name, fixtures));
      const { status, body } = await caller.call(endpoint, input);
      recorded[name] = { request: input, ...(status < 300 && { response: body }) };
    }
    fs.writeFileSync(new URL('./examples.json', import.meta.url), `${JSON.stringify(recorded, told, 2)}\n`);
  });
});

/** Of somebody who has one of everything; as what, is masked. */
const ANYTHING = new Proxy(
  {},
  {
    get: (_, name) =>
      ({
        owner: { facebookId: '1' },
        page: { id: 1, pageId: '1' },
        invitation: { id: 1, code: 'CODE-1' },
        automationDraft: { id: 1, hash: 'a'.repeat(64) },
        proposal: { id: 1, hash: 'a'.repeat(64) },
        composed: '00000000-0000-4000-8000-000000000000',
        upload: '00000000-0000-4000-8000-000000000000',
      })[String(name)] ?? 1,
  },
) as Fixtures;

/** What is wrong with the example of a call: it is not the call that the tests make, or not what the document says. */
function flawsOf(name: string, endpoint: Endpoint): string[] {
  const example = exampleOf(name);
  if (example === undefined) return ['is missing: RECORD_EXAMPLES=1 npm test -- openapi.test'];
  const [said, made] = [masked(example.request), masked(inputOf(sampleOf(name, ANYTHING)))];
  const operation = ['paths', endpoint.path.replaceAll(/:(\w+)/g, '{$1}'), endpoint.method.toLowerCase()];
  const json = ['content', 'application/json', 'schema'];
  return [
    ...(isDeepStrictEqual(said, made) ? [] : [`asks ${JSON.stringify(said)}, and the tests ${JSON.stringify(made)}`]),
    ...(example.request.body === undefined || endpoint.takesFile === true
      ? []
      : fits([...operation, 'requestBody', ...json], example.request.body)),
    ...(example.response === undefined
      ? []
      : fits([...operation, 'responses', String(endpoint.success ?? 200), ...json], example.response)),
  ];
}

test.skipIf(IS_RECORDING).each(CALLS.map(([name, endpoint]) => ({ name, endpoint })))(
  'the example of $name is the call that the tests make, and is as the document says',
  ({ name, endpoint }) => expect(flawsOf(name, endpoint)).toEqual([]),
);
