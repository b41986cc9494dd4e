import fs from 'node:fs';
import { createGzip } from 'node:zlib';
import { spawn } from 'node:child_process';
import { ROOT } from '../paths.ts';
import { run } from './run.ts';

/** A proxy with certificates of its own is known by this variable, and lies here. */
const CERTIFICATES = '/etc/ssl/certs';

/** Builds one target of the Containerfile. @returns the image's name */
export function buildImage(target: 'pagecast' | 'sandbox'): string {
  const name = `localhost/pagecast-test:${target}`;
  const extra = process.env['NODE_EXTRA_CA_CERTS'];
  const trusting =
    extra && fs.existsSync(extra)
      ? ['--volume', `${CERTIFICATES}:${CERTIFICATES}:ro`, '--build-arg', `NODE_EXTRA_CA_CERTS=${extra}`]
      : [];
  run('buildah', [
    'bud',
    '--layers',
    '--isolation=chroot',
    // What the image says of its health is not part of the other format.
    '--format=docker',
    ...trusting,
    '--file',
    `${ROOT}/api/deploy/Containerfile`,
    '--target',
    target,
    '--tag',
    name,
    ROOT,
  ]);
  return name;
}

/** Bytes of an image: unpacked, and as a registry keeps it. */
export async function sizesOf(image: string): Promise<{ unpacked: number; packed: number }> {
  const unpacked = Number(run('podman', ['image', 'inspect', '--format', '{{.Size}}', image]));
  let packed = 0;
  const save = spawn('podman', ['save', image], { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const chunk of save.stdout.pipe(createGzip())) packed += (chunk as Buffer).length;
  return { unpacked, packed };
}
