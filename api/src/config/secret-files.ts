import fs from 'node:fs';
import path from 'node:path';
import { ConfigError } from './config-error.ts';
import { readFromCommand } from './secret-command.ts';

/** Variables with secrets in them, of the product and of its commands. */
const SECRETS = [
  'BACKUP_PASSPHRASE',
  'DATABASE_URL',
  'FB_APP_SECRET',
  'FIZTECH_API_KEY',
  'METRICS_TOKEN',
  'OPENAI_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PAGECAST_RELEASE_KEY',
  'PAGECAST_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SMTP_URL',
] as const;

/** Those that a command may print, such as one of a key management service. */
const BY_COMMAND = ['SECRET_KEY', 'SECRET_KEY_PREVIOUS'] as const;

/** Also for commands that read no other setting: what a service prints for want of a key, such as `None`, is none. */
export const SHORTEST_KEY = 16;
export const SHORT_KEY = `must be at least ${SHORTEST_KEY} characters of random text`;

/** Far above any secret: the name of a wrong file, or of a device without an end, fills no memory. */
const MOST_BYTES = 64 * 1024;

/**
 * Fills in each secret that lies in a file: with `SECRET_KEY_FILE=/run/secrets/key`, `SECRET_KEY` becomes what the file
 * holds, without the white space around it, and `SECRET_KEY_FILE` goes; with `SECRET_KEY_COMMAND`, what that command
 * prints. An empty variable counts as unset.
 * @param env changed in place, so that processes started later need not read the files and run the commands again
 * @throws ConfigError with a line for each that cannot be used, is given twice, or is too short for a key
 */
export function takeSecretFiles(env: NodeJS.ProcessEnv): void {
  const problems: string[] = [];
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const file = env[variable];
    delete env[variable];
    if (!file) continue;
    try {
      if (env[name]) throw new Error(`is set together with ${name}: leave one of them out`);
      // As seen from where npm was called.
      env[name] = readSecret(path.resolve(env['INIT_CWD'] ?? '.', file));
    } catch (error) {
      problems.push(`${variable} ${(error as Error).message}`);
    }
  }
  for (const name of BY_COMMAND) {
    const variable = `${name}_COMMAND`;
    const command = env[variable];
    delete env[variable];
    if (!command) continue;
    try {
      if (env[name]) throw new Error(`is set together with ${name}: leave one of them out`);
      env[name] = readFromCommand(command, withoutSecrets(env));
    } catch (error) {
      problems.push(`${variable} ${(error as Error).message}`);
    }
  }
  for (const name of BY_COMMAND) {
    const key = env[name];
    if (key && key.length < SHORTEST_KEY) problems.push(`${name} ${SHORT_KEY}`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

/** Nothing that the command has no need of. */
function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = new Set<string>(SECRETS);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.has(name)));
}

/** @throws Error that goes on after the variable's name, and holds nothing of what is in the file */
function readSecret(file: string): string {
  let read: Buffer;
  try {
    read = readStart(file);
  } catch (error) {
    throw new Error(`names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'no file'})`, {
      cause: error,
    });
  }
  if (read.length > MOST_BYTES) throw new Error(`names ${file}, which is too large for a secret`);
  const text = read.toString('utf8').trim();
  if (text === '') throw new Error(`names ${file}, which is empty`);
  if (text.includes('\0')) throw new Error(`names ${file}, which is no text`);
  return text;
}

/** At most a byte more than a secret may have. */
function readStart(file: string): Buffer {
  // A pipe that nobody writes to would hold the start for ever.
  const opened = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const start = Buffer.alloc(MOST_BYTES + 1);
    return start.subarray(0, fs.readSync(opened, start, 0, start.length, null));
  } finally {
    fs.closeSync(opened);
  }
}
