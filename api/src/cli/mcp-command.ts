import type { Command } from 'commander';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { mcpToken } from './browser-login.ts';
import { accessOf } from './client.ts';
import { ownFiles } from './own-files.ts';
import { line } from './terminal.ts';
import { refusalIn, unanswered } from './unanswered.ts';

/** Longer than the server gives any tool. */
const ANSWER_WITHIN_MS = 60_000;

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('for assistants that speak over standard input and output: hands everything on to the server')
    .action(bridge);
}

/** Passes messages both ways as they are: tools and their words are the server's. */
async function bridge(): Promise<void> {
  const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ]);
  const { url, fetch } = await authorizedFetch();
  const here = new StdioServerTransport();
  const there = new StreamableHTTPClientTransport(new URL('/mcp', url), { fetch });
  const underWay = new Set<Promise<void>>();
  const told = (error: unknown) => void process.stderr.write(`${line(error instanceof Error ? error.message : '')}\n`);

  async function handOn(message: JSONRPCMessage): Promise<void> {
    try {
      await there.send(message);
    } catch (error) {
      // Whoever asked nothing hears nothing.
      if (!('method' in message && 'id' in message)) return;
      await here.send({ jsonrpc: '2.0', id: message.id, error: unanswered(error) });
    }
  }

  here.onmessage = (message) => {
    const handedOn = handOn(message).finally(() => underWay.delete(handedOn));
    underWay.add(handedOn);
  };
  here.onerror = told;
  there.onmessage = (message) => void here.send(message).catch(told);
  there.onerror = told;
  // What was asked before is answered: a script writes all that it asks, and closes its end.
  process.stdin.once('end', () => void Promise.all(underWay).then(() => there.close()));
  await there.start();
  await here.start();
}

/** @throws CommandError without a login */
async function authorizedFetch() {
  const files = ownFiles();
  const { url, login } = accessOf(files);
  let token = login.kind === 'token' ? login.token : await mcpToken(files, url);
  const send = (address: string | URL, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(address, { ...init, headers, redirect: 'error' });
  };
  return {
    url,
    async fetch(address: string | URL, given: RequestInit = {}): Promise<Response> {
      // The stream that clients ask for besides is told that there is none.
      if (given.method !== 'POST') return send(address, given);
      const late = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const init = { ...given, signal: given.signal ? AbortSignal.any([given.signal, late]) : late };
      let answer = await send(address, init);
      if (answer.status === 401 && login.kind === 'browser') {
        token = await mcpToken(files, url);
        answer = await send(address, init);
      }
      if (!answer.ok) throw await refusalIn(answer);
      return answer;
    },
  };
}
