import { expect, test } from 'vitest';
import * as z from 'zod';
import { answerJson } from '../http/answer-json.ts';
import { readAnswer } from './graph-answer.ts';
import { GraphError, GraphTransportError, type GraphErrorKind } from './graph-errors.ts';

const TOKEN = 'EAAsandboxtoken1234';
const Id = z.object({ id: z.string() });

function failureOf(body: string, status = 200, secrets: readonly string[] = [TOKEN]): GraphError | GraphTransportError {
  try {
    readAnswer(
      { path: 'me/feed', answer: Id },
      { response: new Response(null, { status }), body, json: answerJson(body), secrets },
    );
  } catch (error) {
    if (error instanceof GraphError || error instanceof GraphTransportError) return error;
    throw error;
  }
  throw new Error('taken for a success');
}

test.each<[body: string, status: number, kind: GraphErrorKind, code: number, subcode: number | null]>([
  ['{"error":{"message":"no","code":506}}', 200, 'duplicate', 506, null],
  ['{"error":{"message":"no","code":"190","error_subcode":"463"}}', 400, 'auth', 190, 463],
  ['{"error":{"message":"no","code":190,"subcode":492}}', 400, 'permission', 190, 492],
  ['{"error_code":190,"error_msg":"Invalid OAuth token"}', 200, 'auth', 190, null],
  ['{"error_code":"506","error_msg":"Duplicate status message"}', 500, 'duplicate', 506, null],
  ['{"error_code":190,"error_subcode":460,"error_message":"changed"}', 401, 'auth', 190, 460],
  ['{"error_code":80001}', 200, 'rate-limited', 80001, null],
  ['{"code":190,"message":"Error validating access token"}', 400, 'auth', 190, null],
  ['{"code":"368","error_subcode":1404082,"message":"again"}', 200, 'duplicate', 368, 1404082],
  ['{"error":{"message":"(#506) Duplicate status message","type":"OAuthException"}}', 400, 'duplicate', 506, null],
  ['{"error":"(#190/463) Session has expired"}', 400, 'auth', 190, 463],
  ['{"error":"invalid_request","error_code":100,"error_description":"no"}', 400, 'bad', 100, null],
  ['{"error":{"message":"gone","error_subcode":458}}', 400, 'auth', 0, 458],
  ['{"error":190}', 400, 'auth', 190, null],
  ['{"error":true,"code":200,"message":"no role"}', 200, 'permission', 200, null],
  ['{"error":{"message":"Service temporarily unavailable"}}', 503, 'transient', 0, null],
  ['{"error":{"message":"hm","code":987654,"is_transient":true}}', 400, 'transient', 987654, null],
  ['{"error":{"message":"who knows","code":987654}}', 400, 'unknown', 987654, null],
  ['{"error":"who knows"}', 400, 'unknown', 0, null],
  ['{"error":{}}', 200, 'unknown', 0, null],
])('%s (HTTP %i) is %s', (body, status, kind, code, subcode) => {
  expect(failureOf(body, status)).toMatchObject({
    name: 'GraphError',
    kind,
    details: { code, subcode, httpStatus: status },
  });
});

test.each([
  'null',
  '[]',
  '[{"error":{"code":190}}]',
  '7',
  '"gone"',
  'true',
  '',
  '{"id":"1221',
  '{}',
  '{"id":null}',
  '<html><h1>Sorry</h1></html>',
  '{"error":null}',
  '{"success":false}',
  'Service Unavailable',
])('%s is no answer, and is kept as it came', (body) => {
  for (const status of [200, 400, 502])
    expect(failureOf(body, status)).toMatchObject({ name: 'GraphTransportError', httpStatus: status, raw: body });
});

test('what a post says is no error, whatever it says', () => {
  const body = '{"id":"7","message":"(#190) is our house number","code":190}';
  expect(
    readAnswer({ path: '7', answer: Id }, { response: new Response(), body, json: answerJson(body), secrets: [] }),
  ).toMatchObject({ id: '7' });
});

test('an unusual error is kept as it came, a usual one in its parts', () => {
  expect(failureOf('{"error_code":190,"error_msg":"no"}')).toMatchObject({
    details: { raw: '{"error_code":190,"error_msg":"no"}' },
  });
  expect(failureOf('{"error":{"message":"no","code":190}}')).not.toHaveProperty('details.raw');
});

test.each([
  `{"error_code":190,"error_msg":"no","request_args":[{"key":"access_token","value":"${TOKEN}"}]}`,
  '{"error_code":190,"error_msg":"no","request_args":[{"key":"access_token","value":"some-other-token-99"}]}',
  '<html>GET /me?access_token=some-other-token-99&fields=id</html>',
  '{"debug":"Authorization: Bearer some-other-token-99"}',
  `${'x'.repeat(990)} EAAsomeothertoken99`,
  'client_secret=some-other-token-99 123456789|some-other-token-99',
])('nothing that opens anything is kept: %s', (body) => {
  const failure = failureOf(body);
  const kept = JSON.stringify([failure.message, 'raw' in failure ? failure.raw : failure.details.raw]);
  expect(kept).not.toMatch(/sandboxtoken|other-?token/);
});

test('of a long one the beginning is kept', () => {
  const failure = failureOf('<p>'.repeat(100_000));
  expect('raw' in failure && failure.raw?.length).toBe(1001);
});
