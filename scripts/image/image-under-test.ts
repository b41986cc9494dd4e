import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../ports.ts';
import { startContainer, type Container } from './container.ts';

/** Whose the files of the image's volumes are. */
export const IMAGE_USER = 10_001;

export interface Images {
  readonly product: string;
  readonly sandbox: string;
}

/** Product and sandbox in a container each, with what an operator hands them: folders, and secrets in files. */
export async function imageUnderTest(images: Images, databaseUrl: string) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-image-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const [url, sandboxUrl] = [`http://localhost:${port}`, `http://localhost:${sandboxPort}`];
  const secretKey = randomBytes(32).toString('base64');
  const secrets = ownFolder(folder, 'secrets');
  ownFile(path.join(secrets, 'database-url'), databaseUrl);
  ownFile(path.join(secrets, 'secret-key'), secretKey);
  const data = ownFolder(folder, 'data');

  const sandbox = startContainer(`pagecast-test-${sandboxPort}`, {
    image: images.sandbox,
    env: { HOST: '127.0.0.1', SANDBOX_PORT: String(sandboxPort) },
    volumes: { '/data': ownFolder(folder, 'sandbox') },
  });
  const run = (env: Record<string, string> = {}) =>
    startContainer(`pagecast-test-${port}`, {
      image: images.product,
      env: {
        HOST: '127.0.0.1',
        PORT: String(port),
        SANDBOX_URL: sandboxUrl,
        PUBLIC_URL: url,
        DATABASE_URL_FILE: '/run/secrets/database-url',
        SECRET_KEY_FILE: '/run/secrets/secret-key',
        LOG_LEVEL: 'warn',
        ...env,
      },
      volumes: { '/data': data, '/run/secrets': `${secrets}:ro` },
    });
  let product = run();
  return {
    url,
    sandboxUrl,
    folder,
    secrets: [databaseUrl, secretKey],
    /** The one that runs, or ran last. */
    product: (): Container => product,
    /** Starts another after the last one has ended. */
    start(env: Record<string, string> = {}): Container {
      product = run(env);
      return product;
    },
    said: () => `${product.said()}\n${sandbox.said()}`,
    async close() {
      for (const container of [product, sandbox]) {
        if (container.isRunning()) container.signal('KILL');
        await container.ended;
      }
    },
  };
}
export type ImageUnderTest = Awaited<ReturnType<typeof imageUnderTest>>;

function ownFolder(parent: string, name: string): string {
  const made = path.join(parent, name);
  fs.mkdirSync(made, { mode: 0o700 });
  fs.chownSync(made, IMAGE_USER, IMAGE_USER);
  return made;
}

function ownFile(file: string, content: string): void {
  fs.writeFileSync(file, `${content}\n`, { mode: 0o400 });
  fs.chownSync(file, IMAGE_USER, IMAGE_USER);
}
