// Brings the tools of the project onto any machine with Node 18 or newer and npm, then runs scripts/<command>.ts on the
// packaged Node.
// Plain JavaScript of Node 18: this file and the lock it takes run before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFileLock } from './file-lock.mjs';

const PNPM_VERSION = '12.21.0';
/** The first whose zlib writes zips, which exports of the data of people are. */
const OLDEST_USABLE_NODE = [26, 8];
const COMMANDS = [
  'start',
  'test',
  'dev',
  'bench',
  'torture',
  'agents',
  'faults',
  'nginx',
  'alerts',
  'hosts',
  'failover',
  'image',
  'upgrades',
  'tour',
  'db',
  'sandbox',
  'api',
  'admin',
  'migrate',
  'storage',
  'backup',
  'restore',
  'drill',
  'keys',
  'release',
  'release-key',
  'rollback',
  'releases',
  'new-area',
  'pack',
  'compat',
  'texts',
  'build',
  'typecheck',
  'lint',
  'format',
];

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Holds what was installed last. */
const installedStamp = path.join(root, 'node_modules/.pagecast-installed');
const [command, ...args] = process.argv.slice(2);

if (!COMMANDS.includes(command)) stop(`Say what to do: ${COMMANDS.join(', ')}`);
// One installation at a time: `npm run db`, `npm run sandbox` and `npm run api` may start together. Where nothing is
// missing nothing is written: the checkout may be somebody else's, or read-only.
if (!hasPnpm() || !hasDependencies())
  await withFileLock(path.join(root, '.toolchain/installing'), () => {
    installPnpm();
    installDependencies();
  });
runCommand(packagedNode());

function hasPnpm() {
  const manifest = path.join(root, '.toolchain/node_modules/pnpm/package.json');
  return fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, 'utf8')).version === PNPM_VERSION;
}

function installPnpm() {
  if (hasPnpm()) return;
  say(`Installing pnpm ${PNPM_VERSION}`);
  step('npm', [
    'install',
    '--prefix',
    '.toolchain',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-fund',
    '--no-audit',
    `pnpm@${PNPM_VERSION}`,
  ]);
}

function hasDependencies() {
  return fs.existsSync(installedStamp) && fs.readFileSync(installedStamp, 'utf8') === dependencyHash();
}

function installDependencies() {
  if (hasDependencies()) return;
  say('Installing dependencies');
  step(process.execPath, [
    '.toolchain/node_modules/pnpm/bin/pnpm.mjs',
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
  ]);
  // TypeScript would take what it found out about the packages before as still true.
  for (const folder of ['.', ...folders()])
    fs.rmSync(path.join(root, folder, 'node_modules/.cache/types'), { recursive: true, force: true });
  fs.writeFileSync(installedStamp, dependencyHash());
}

/** Everything that decides what pnpm would install. */
function dependencyHash() {
  const packages = folders().map((folder) => path.join(folder, 'package.json'));
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...packages.sort()]) {
    if (fs.existsSync(path.join(root, file))) hash.update(file).update(fs.readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** Those of the root, packages among them. */
function folders() {
  return fs
    .readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** The Node of the optional dependencies; on a platform without one, the installed Node if it is new enough. */
function packagedNode() {
  const packaged = path.join(root, 'node_modules/.bin/node');
  if (fs.existsSync(packaged) && spawnSync(packaged, ['--version'], { stdio: 'ignore' }).status === 0) return packaged;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_USABLE_NODE[0] || (major === OLDEST_USABLE_NODE[0] && minor >= OLDEST_USABLE_NODE[1]))
    return process.execPath;
  return stop(
    `There is no packaged Node for ${process.platform} ${process.arch}: ` +
      `install Node ${OLDEST_USABLE_NODE.join('.')} or newer and try again.`,
  );
}

/** The channel tells the child when we are gone, even by kill -9; the poll tells us when npm is. */
function runCommand(node) {
  const child = spawn(node, ['--import', './scripts/secret-files.ts', `./scripts/${command}.ts`, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: {
      ...process.env,
      PATH: path.join(root, 'node_modules/.bin') + path.delimiter + process.env.PATH,
      NODE_NO_WARNINGS: '1',
      // What was stripped of its types and compiled once need not be again: a process of the API is up in half the
      // time.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  const above = ancestors();
  setInterval(() => {
    if (ancestors().some((pid, level) => pid !== above[level])) child.kill('SIGTERM');
  }, 1000).unref();
  child.on('error', (error) => stop(`Cannot run ${node}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
}

/**
 * Our parent and, when npm runs us through a shell that stays in between, npm itself: a shell outlives an npm that is
 * killed.
 */
function ancestors() {
  return process.env.npm_lifecycle_event ? [process.ppid, parentOf(process.ppid)] : [process.ppid];
}

function parentOf(pid) {
  try {
    // The name in brackets may hold spaces; behind it come state and parent.
    if (process.platform === 'linux')
      return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[1]);
    return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
  } catch {
    return 0;
  }
}

function step(file, stepArgs) {
  const done = spawnSync(file, stepArgs, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  stop(`This step failed: ${[file, ...stepArgs].join(' ')}${done.error ? ` (${done.error.message})` : ''}`);
}

function say(line) {
  process.stderr.write(`${line}…\n`);
}

function stop(line) {
  process.stderr.write(`${line}\n`);
  return process.exit(1);
}
