import { expect, test } from 'vitest';
import { takeSecretFiles } from './secret-files.ts';
import { readFromCommand } from './secret-command.ts';

const NODE = `"${process.execPath}" -e`;
const printing = (code: string) => readFromCommand(`${NODE} '${code}'`, { PATH: process.env['PATH'] }, 60_000);

test('a secret is what a command prints, without the white space around it', () => {
  expect(printing('console.log(" a key of the service ")')).toBe('a key of the service');
  const env: NodeJS.ProcessEnv = { SECRET_KEY_COMMAND: `${NODE} 'console.log("sixteen characters and more")'` };
  takeSecretFiles(env);
  expect(env).toEqual({ SECRET_KEY: 'sixteen characters and more' });
});

test('a word in the place of a key is none, whichever command asks for it', () => {
  const env = {
    SECRET_KEY: 'sixteen characters and more',
    SECRET_KEY_PREVIOUS_COMMAND: `${NODE} 'console.log("None")'`,
  };
  expect(() => takeSecretFiles(env)).toThrow('SECRET_KEY_PREVIOUS must be at least 16 characters');
});

test('nothing of it goes to a shell', () => {
  const words = (rest: string) =>
    JSON.parse(readFromCommand(`${NODE} 'console.log(JSON.stringify(process.argv.slice(1)))' ${rest}`, {}, 60_000));
  expect(words('$HOME `id` ; rm -rf "a b" x\'c d\'e && > out * ""')).toEqual([
    '$HOME',
    '`id`',
    ';',
    'rm',
    '-rf',
    'a b',
    'xc de',
    '&&',
    '>',
    'out',
    '*',
    '',
  ]);
});

test('it sees none of our other secrets', () => {
  const env: NodeJS.ProcessEnv = {
    OPENAI_API_KEY: 'sk-ours',
    AWS_REGION: 'eu-central-1',
    SECRET_KEY_COMMAND: `${NODE} 'console.log(process.env.AWS_REGION + " " + process.env.OPENAI_API_KEY)'`,
  };
  takeSecretFiles(env);
  expect(env['SECRET_KEY']).toBe('eu-central-1 undefined');
});

test.each([
  ['fails', 'console.log("the key"); console.error("the key"); process.exit(3)', 'ended with 3. Run it by hand'],
  ['prints nothing', '', 'printed nothing'],
  ['says in JSON why not', 'console.log(`{"error":{"key":"the key"}}`)', 'printed a page or JSON, and no secret'],
  ['hands on a page', 'console.log("<html>\\n<h1>the key</h1>\\n</html>")', 'printed a page or JSON, and no secret'],
  ['prints lines', 'console.log("the\\nkey")', 'printed more than one line'],
  ['never stops printing', 'for (;;) console.log("the key".repeat(1000))', 'printed too much for a secret'],
])('one that %s is named, with nothing of what it printed', (_what, code, sentence) => {
  const failed = () => printing(code);
  expect(failed).toThrow(sentence);
  expect(failed).not.toThrow('the key');
});

test('one that takes too long, is not there, or is not whole ends the wait', () => {
  expect(() => readFromCommand(`${NODE} 'setInterval(() => {}, 1000)'`, {}, 300)).toThrow(
    'not done within 0.3 seconds',
  );
  // What it has started holds its output open.
  const outlives = `spawn(process.execPath, ["-e", "setTimeout(() => {}, 5000)"], { stdio: "inherit" })`;
  expect(() => readFromCommand(`${NODE} 'require("node:child_process").${outlives}'`, {}, 300)).toThrow(
    'not done within 0.3 seconds',
  );
  expect(() => readFromCommand('/nowhere/kms decrypt', {})).toThrow('/nowhere/kms, which is not there');
  expect(() => readFromCommand('kms "decrypt', {})).toThrow('a quote that does not end');
  const env = { SECRET_KEY: 'sixteen characters and more', SECRET_KEY_COMMAND: 'kms' };
  expect(() => takeSecretFiles(env)).toThrow('SECRET_KEY_COMMAND is set together with SECRET_KEY');
});
