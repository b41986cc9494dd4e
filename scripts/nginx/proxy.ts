import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../ports.ts';

const START_WITHIN_MS = 10_000;
/** Debian keeps it where the paths of ordinary users do not lead. */
const PLACES = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];

/** A proxy whose requests all share one connection to the product, which is the worst for whoever comes next. */
const CONFIG = ({
  folder,
  port,
  target,
  buffering,
}: {
  folder: string;
  port: number;
  target: string;
  buffering: 'on' | 'off';
}) => `
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off; client_max_body_size 0; client_body_timeout 120s;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream product { server ${target}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://product; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_request_buffering ${buffering};
      proxy_next_upstream off; proxy_read_timeout ${buffering === 'on' ? 5 : 120}s;
    }
  }
}`;

/** @returns where nginx is; null where there is none */
export function findNginx(): string | null {
  return PLACES.map((place) => path.join(place, 'nginx')).find((file) => fs.existsSync(file)) ?? null;
}

/**
 * An nginx of its own in front of the product, on loopback.
 * @param buffering whether it takes a body whole before it passes it on
 */
export async function startNginx(binary: string, productUrl: string, buffering: 'on' | 'off') {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-nginx-'));
  const port = await freePort();
  fs.writeFileSync(
    path.join(folder, 'nginx.conf'),
    CONFIG({ folder, port, target: `127.0.0.1:${new URL(productUrl).port}`, buffering }),
  );
  const nginx = spawn(
    binary,
    ['-p', folder, '-e', path.join(folder, 'error.log'), '-c', path.join(folder, 'nginx.conf')],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + START_WITHIN_MS;
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (nginx.exitCode !== null || performance.now() > until)
      throw new Error(`nginx does not start: ${fs.readFileSync(path.join(folder, 'error.log'), 'utf8')}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  return {
    url,
    async stop() {
      nginx.kill('SIGTERM');
      if (nginx.exitCode === null) await once(nginx, 'exit');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
