import Router from '@koa/router';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { dispatch } from './dispatch.ts';

/** What is answered at `path`, by a server with these routes. */
async function answerOf(path: string, ...routes: readonly string[]): Promise<string> {
  const router = new Router();
  for (const route of routes)
    router.get(route, (ctx) => {
      ctx.body = `${route} ${JSON.stringify(ctx.params)}`;
    });
  const server = new Koa()
    .use(dispatch(router))
    .use((ctx) => {
      ctx.body = 'somebody else';
    })
    .listen(0);
  try {
    const { port } = server.address() as { port: number };
    return await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  } finally {
    server.close();
  }
}

test.each([
  ['/api/posts', '/api/posts {}'],
  ['/api/posts/', '/api/posts {}'],
  ['/API/Posts/7?page=2', '/api/posts/:id {"id":"7"}'],
  ['/remotes/mf_history/1.0.0/remoteEntry.js', '/remotes{/*address} {"address":"mf_history/1.0.0/remoteEntry.js"}'],
  ['/healthz', '/healthz {}'],
  ['/api/pages', 'somebody else'],
  ['/api/postscript', 'somebody else'],
  ['/api//posts', 'somebody else'],
  ['/api', 'somebody else'],
  ['/', 'somebody else'],
])('%s is answered by %s', async (path, answer) => {
  expect(await answerOf(path, '/api/posts', '/api/posts/:id', '/remotes{/*address}', '/healthz')).toBe(answer);
});

test.each(['/api/:anything', '/:anything', '/api/{:maybe}'])(
  '%s, which nobody would be led to, stops the start',
  async (route) => {
    await expect(answerOf('/', route)).rejects.toThrow('does not begin with a plain word');
  },
);
