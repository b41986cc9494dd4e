import type { Command } from 'commander';
import { currentUser, listPages, readStatus } from '../contract/index.ts';
import { endAtServer, loginByBrowser } from './browser-login.ts';
import { clientOf, serverUrl } from './client.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { ownFiles } from './own-files.ts';
import type { Terminal } from './terminal.ts';
import { line } from './terminal.ts';
import { standardInput } from './standard-input.ts';

const LONGEST_TOKEN_BYTES = 1000;

export function addAccountCommands(program: Command, terminalOf: () => Terminal): void {
  addLogin(program, terminalOf);
  addReading(program, terminalOf);
}

function addLogin(program: Command, terminalOf: () => Terminal): void {
  program
    .command('login')
    .description('log in, by a browser or with a token')
    .option('--url <address>', 'the server; without it PAGECAST_URL')
    .option('--token <token>', 'a token from Settings; - reads it from the standard input, where nobody sees it')
    .action(async ({ url: given, token }: { url?: string; token?: string }) => {
      const out = terminalOf();
      const files = ownFiles();
      const address = given ?? process.env['PAGECAST_URL'];
      if (address === undefined) throw new CommandError('Say which server: --url https://…', EXIT.usage);
      const url = serverUrl(address);
      if (token === undefined) await loginByBrowser(files, url, out);
      else await loginWithToken(url, token);
      const user = await clientOf(files).call(currentUser);
      out.result(`Logged in to ${url} as ${line(`${user.firstName} ${user.lastName}`)}.`, { url, user });
    });

  program
    .command('logout')
    .description('end the login, here and at the server')
    .action(async () => {
      const out = terminalOf();
      const files = ownFiles();
      const login = files.login();
      const isEnded =
        login === null || (login.kind === 'browser' ? await endAtServer(login.url, login.refreshToken) : false);
      files.removeLogin();
      const rest = isEnded ? '' : ' The server still takes it: revoke it in Settings.';
      out.result(login === null ? "You weren't logged in." : `Logged out.${rest}`, { isRevoked: isEnded });
    });
}

function addReading(program: Command, terminalOf: () => Terminal): void {
  program
    .command('whoami')
    .description('who is logged in, and where')
    .action(async () => {
      const out = terminalOf();
      const client = clientOf(ownFiles());
      const user = await client.call(currentUser);
      out.result(`${line(`${user.firstName} ${user.lastName}`)} at ${client.url}`, { url: client.url, user });
    });

  program
    .command('pages')
    .description('your pages')
    .action(async () => {
      const pages = await clientOf(ownFiles()).call(listPages);
      const words = pages.map(
        ({ id, name, problem }) => `${id}  ${line(name)}${problem === null ? '' : ` (${line(problem.message)})`}`,
      );
      terminalOf().result(words.length === 0 ? 'No pages are connected.' : words.join('\n'), pages);
    });

  program
    .command('status')
    .description('whether the server publishes')
    .action(async () => {
      const status = await clientOf(ownFiles()).call(readStatus);
      const { isRunning, lastTickAt } = status.loop;
      terminalOf().result(
        isRunning ? 'Posts go out at their times.' : `Nothing goes out: nobody looked since ${lastTickAt ?? 'ever'}.`,
        status,
      );
      if (!isRunning) process.exitCode = EXIT.tryAgain;
    });
}

async function loginWithToken(url: string, given: string): Promise<void> {
  const token = (given === '-' ? await standardInput(LONGEST_TOKEN_BYTES, "This isn't a token.") : given).trim();
  if (!/^pct_[\w-]{20,100}$/.test(token))
    throw new CommandError("This isn't a token from Settings: those begin with pct_.", EXIT.usage);
  const files = ownFiles();
  const before = files.login();
  files.saveLogin({ kind: 'token', url, token });
  try {
    await clientOf(files).call(currentUser);
  } catch (error) {
    // One that doesn't work takes the place of none that does.
    if (before === null) files.removeLogin();
    else files.saveLogin(before);
    throw error;
  }
}
