import { expect, test } from 'vitest';
import { setUpSandbox } from './set-up-sandbox.ts';
import { FIZTECH_KEY } from './fiztech.routes.ts';

const sandbox = setUpSandbox();

const send = (key: string, body: unknown = { type: 'review', title: 'Aurora X2', body: 'A good phone.' }) =>
  sandbox.call('POST', '/fiztech/articles', {
    body,
    headers: { authorization: `Bearer ${FIZTECH_KEY}`, 'idempotency-key': key },
  });

test('an article repeated under the same key is the same article, also when the first reply was lost', async () => {
  await sandbox.fault({ match: { service: 'fiztech' }, when: 'after', action: 'reset', times: 1 });
  await expect(send('post-1')).rejects.toThrow();
  const again = await send('post-1');
  expect(again.status).toBe(200);
  const readBack = await sandbox.call('GET', '/fiztech/articles?idempotency_key=post-1', {
    headers: { authorization: `Bearer ${FIZTECH_KEY}` },
  });
  expect(readBack.body.data).toMatchObject([{ id: again.body['id'], title: 'Aurora X2' }]);
  expect(await sandbox.control('GET', '/fiztech/posts')).toHaveLength(1);
  expect((await sandbox.call('GET', '/fiztech')).text).toContain('Aurora X2');
});

test('a new article answers 201; a missing key, a wrong body and a fault are refused in one envelope', async () => {
  expect((await send('post-2')).status).toBe(201);
  expect((await sandbox.call('POST', '/fiztech/articles', { body: {} })).body.error).toMatchObject({
    code: 'invalid_api_key',
  });
  expect((await send('post-3', { type: 'poem', title: 'x', body: 'y' })).body.error).toMatchObject({
    code: 'invalid_article',
  });
  await sandbox.fault({ match: { service: 'fiztech' }, action: { type: 'error', http: 503 }, times: 1 });
  const answer = await send('post-4');
  expect([answer.status, answer.body.error]).toEqual([503, { code: 'server_error', message: expect.any(String) }]);
});
