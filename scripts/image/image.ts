import fs from 'node:fs';
import type { Container } from './container.ts';
import { imageUnderTest, IMAGE_USER, type Images, type ImageUnderTest } from './image-under-test.ts';
import { tryProxies } from './proxies.ts';
import { visitor } from './visitor.ts';

const STOPS_WITHIN_MS = 45_000;
const AHEAD_MS = 15_000;
/** Files that it must not be able to make or change. */
const OTHERS_FILES = ['/app/x', '/app/scripts/api.ts', '/etc/x'];

export type Say = (name: string, isRight: boolean, found?: string) => void;

/** Runs product and sandbox from their images over a database, and does to them what happens to containers. */
export async function tryImage(images: Images, databaseUrl: string, say: Say): Promise<void> {
  const under = await imageUnderTest(images, databaseUrl);
  try {
    const person = await visitor(under.url, under.sandboxUrl);
    say('it is ready, and people log in', true);
    say('a post goes out', (await person.post(0, 'From a container')) === 201);
    say('Facebook has it once', (await person.untilOut('From a container')) === 1);
    tryRights(under.product(), under.secrets, say);
    const again = await tryCrash(under, person, say);
    await tryProxies(under.url, again.headers, say);
    await tryStop(under, say);
  } catch (error) {
    console.log(under.said());
    throw error;
  } finally {
    await under.close();
    fs.rmSync(under.folder, { recursive: true });
  }
}

function tryRights(product: Container, secrets: readonly string[], say: Say): void {
  const node = (code: string) => product.exec('node', '-e', code);
  say('it is not root', node('process.stdout.write(String(process.getuid()))') === String(IMAGE_USER));
  const written = node(
    `for (const file of ${JSON.stringify(OTHERS_FILES)})
      try { fs.writeFileSync(file, ''); console.log(file) } catch {}`,
  );
  say('it can write neither its own files nor the system', written === '', written);
  say('its health check holds', product.exec('node', 'api/deploy/healthy.mjs') === '');
  const environment = node('console.log(JSON.stringify(process.env))');
  const isIn = (text: string) => secrets.some((secret) => text.includes(secret));
  say('no secret stands in the environment of its commands', !isIn(environment));
  say('no secret stands in what it prints', !isIn(product.said()));
  const status = product.exec('node', '--import', './scripts/secret-files.ts', 'scripts/migrate.ts', 'status');
  say('operators have their commands', status.length > 0);
}

/** Kills it with a post due, and starts it again. */
async function tryCrash(under: ImageUnderTest, person: Awaited<ReturnType<typeof visitor>>, say: Say) {
  const text = 'Due while it is dead';
  const planned = await person.post(1, text, new Date(Date.now() + AHEAD_MS));
  under.product().signal('KILL');
  await under.product().ended;
  under.start();
  const again = await visitor(under.url, under.sandboxUrl);
  const times = await again.untilOut(text);
  say('killed and started again, it sends what was due, once', planned === 201 && times === 1, `${times} times`);
  return again;
}

/** Stops it as a service manager does, and starts it with another key. */
async function tryStop(under: ImageUnderTest, say: Say): Promise<void> {
  const began = Date.now();
  under.product().signal('TERM');
  const code = await under.product().ended;
  const took = Date.now() - began;
  say('told to stop, it ends by itself', code === 0 && took < STOPS_WITHIN_MS, `code ${code} after ${took} ms`);

  const other = under.start({ SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), SECRET_KEY_FILE: '' });
  const refused = await other.ended;
  say('with another key it does not start, and says so', refused !== 0 && /key/i.test(other.said()), `code ${refused}`);
}
