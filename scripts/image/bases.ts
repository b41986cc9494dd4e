import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run, succeeds } from './run.ts';

const DEBIAN = 'docker.io/library/debian:bookworm-slim';
const NODE = 'docker.io/library/node:24-bookworm-slim';

/** What the slim image leaves out, too. */
const SLIM = [
  ...['doc', 'man', 'info', 'locale'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`),
  '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*',
];

/**
 * Has the images that the Containerfile builds on: those that are here, else from their registry, else made of Debian's
 * packages and this machine's Node under the same names.
 */
export function ensureBases(): void {
  const missing = [DEBIAN, NODE].filter(
    (name) => !succeeds('podman', ['image', 'exists', name]) && !succeeds('podman', ['pull', '--quiet', name]),
  );
  if (missing.length === 0) return;
  console.log(`There is no registry here: making ${missing.join(' and ')} of Debian's packages.`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-base-'));
  const debian = path.join(folder, 'debian.tar');
  run('mmdebstrap', ['--variant=minbase', ...SLIM, 'bookworm', debian, ...debianSources()]);
  if (missing.includes(DEBIAN)) run('podman', ['import', '--quiet', debian, DEBIAN]);
  if (missing.includes(NODE)) {
    addNode(debian, folder);
    run('podman', ['import', '--quiet', debian, NODE]);
  }
  fs.rmSync(folder, { recursive: true });
}

/** This machine's own, which may be a mirror. */
function debianSources(): string[] {
  return ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list']
    .filter((file) => fs.existsSync(file))
    .slice(0, 1);
}

/** The Node and npm that this machine has, where an image of Node has them. */
function addNode(tar: string, folder: string): void {
  const node = spawnSync('sh', ['-c', 'PATH=/usr/local/bin:/usr/bin:/bin command -v node'], { encoding: 'utf8' });
  const prefix = path.dirname(path.dirname(fs.realpathSync(node.stdout.trim())));
  const root = path.join(folder, 'root');
  fs.mkdirSync(path.join(root, 'usr/bin'), { recursive: true });
  fs.copyFileSync(path.join(prefix, 'bin/node'), path.join(root, 'usr/bin/node'));
  fs.cpSync(path.join(prefix, 'lib/node_modules/npm'), path.join(root, 'usr/lib/node_modules/npm'), {
    recursive: true,
  });
  fs.symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/bin/npm'));
  run('tar', ['--append', '--file', tar, '--directory', root, 'usr/bin/node', 'usr/bin/npm', 'usr/lib/node_modules']);
}
