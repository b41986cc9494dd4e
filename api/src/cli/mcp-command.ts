import type { Command } from 'commander';
import { mcpToken } from './browser-login.ts';
import { accessOf } from './client.ts';
import { ownFiles } from './own-files.ts';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('for assistants that speak over standard input and output: hands everything on to the server')
    .action(bridge);
}

/** Passes messages both ways as they are: tools and their words are the server's. */
async function bridge(): Promise<void> {
  const files = ownFiles();
  const { url, login } = accessOf(files);
  const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ]);
  let token = login.kind === 'token' ? login.token : await mcpToken(files, url);
  const send = (address: string | URL, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(address, { ...init, headers, redirect: 'error' });
  };
  const here = new StdioServerTransport();
  const there = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    fetch: async (address, init) => {
      const answer = await send(address, init);
      if (answer.status !== 401 || login.kind === 'token') return answer;
      token = await mcpToken(files, url);
      return send(address, init);
    },
  });
  const told = (error: unknown) => void process.stderr.write(`${error instanceof Error ? error.message : ''}\n`);
  here.onmessage = (message) => void there.send(message).catch(told);
  there.onmessage = (message) => void here.send(message).catch(told);
  there.onerror = told;
  process.stdin.once('end', () => void there.close());
  await there.start();
  await here.start();
}
