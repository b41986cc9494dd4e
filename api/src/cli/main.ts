#!/usr/bin/env node
/** `pagecast`: pages, posts and plans from a shell. */
import fs from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { addImportCommand } from './import-command.ts';
import { addMcpCommand } from './mcp-command.ts';
import { addPostCommands } from './post-commands.ts';
import { bearClosedPipes, json, line, terminal } from './terminal.ts';

const EXIT_CODES = `
Ends with: 0 done, 1 a fault, 2 wrong use, 3 not allowed, 4 not found, 5 refused (nothing was done),
6 try again (the same command is safe), 7 the post didn't go out.`;

bearClosedPipes();
// Of the package, packed or not.
const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const program = new Command('pagecast')
  .description('Posts on Facebook pages, from a shell.')
  .version(version, '-v, --version', 'which version this is')
  .option('--json', 'answers as JSON')
  .addHelpText('after', EXIT_CODES)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true });
const terminalOf = () => terminal(program.opts<{ json?: true }>().json === true);
addAccountCommands(program, terminalOf);
addPostCommands(program, terminalOf);
addImportCommand(program, terminalOf);
addMcpCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) tellUsage(error);
  else tellFault(error);
}

/** In words, the parser has told it already. */
function tellUsage({ code, message, exitCode }: CommanderError): void {
  process.exitCode = exitCode === 0 ? EXIT.done : EXIT.usage;
  if (exitCode === 0 || !terminalOf().isJson) return;
  const said =
    code === 'commander.help' ? 'Say what to do: --help lists the commands.' : message.replace(/^error: /, '');
  process.stdout.write(`${json({ message: said, exitCode: process.exitCode })}\n`);
}

function tellFault(error: unknown): void {
  const isOurs = error instanceof CommandError;
  const message = isOurs ? error.message : `Something went wrong: ${error instanceof Error ? error.message : ''}`;
  process.exitCode = isOurs ? error.exitCode : EXIT.failed;
  if (terminalOf().isJson)
    process.stdout.write(`${json({ message, ...(isOurs ? error.answer : {}), exitCode: process.exitCode })}\n`);
  else process.stderr.write(`${line(message)}\n`);
}
