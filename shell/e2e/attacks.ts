import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { makeShell } from './make-shell.ts';
import { releaseDesk } from './make-release.ts';
import type { Team } from './signing-team.ts';
import type { Product } from '../../scripts/product.ts';

/** What an attacker has got hold of. */
export interface Stolen {
  readonly product: Product;
  readonly team: Team;
  /** A host of the attacker's, which serves the folder of releases to everybody. */
  readonly host: string;
  /** Of the person who is to run foreign code. */
  readonly page: Page;
}

/** What is there before each attack, as its team released it. */
export const GENUINE = '9.1.0';
/** Lies on the disk, too, and nobody signed it. */
export const FOREIGN = '6.6.6';

/** What foreign code does first, and all that the judge looks for. */
export const MARK = 'window.stolen = true;';
export const MARKED = `async () => { ${MARK} return { remote: { '/history': () => 'stolen' } }; }`;

const FOLDER = `/remotes/mf_history/${FOREIGN}`;

/** Makes the registry say something else of the version that people get. */
async function claim(product: Product, values: string): Promise<void> {
  await product.sql(`update remote_releases set ${values} where name = 'mf_history' and status = 'current'`);
}

/** Makes another version current in the database alone, with nothing to fall back on. */
export async function pointTo(product: Product, version: string, name = 'mf_history'): Promise<void> {
  await product.sql(`update remote_releases set status = 'retired' where name = '${name}'`);
  await product.sql(
    `update remote_releases set status = 'current', is_taken_back = false, current_since = now()
       where name = '${name}' and version = '${version}'`,
  );
}

/** Changes a file of the version that people get. @returns how to put it right */
function change(product: Product, wanted: RegExp, changed: (text: string) => string): () => void {
  const folder = path.join(product.dataDir, 'releases/mf_history', GENUINE);
  const name = fs.readdirSync(folder).find((file) => wanted.test(file));
  if (name === undefined) throw new Error(`${GENUINE} has no such file`);
  const [plain, packed] = [path.join(folder, name), path.join(folder, `${name}.br`)];
  const [text, bytes] = [fs.readFileSync(plain, 'utf8'), fs.existsSync(packed) ? fs.readFileSync(packed) : null];
  fs.rmSync(packed, { force: true });
  fs.writeFileSync(plain, changed(text));
  return () => {
    fs.writeFileSync(plain, text);
    if (bytes !== null) fs.writeFileSync(packed, bytes);
  };
}

/** What every screen of the area begins with. */
const CHUNK = /^__federation_expose_remote\.\w+\.js$/;
const hashesOf = (of: string) =>
  `(select manifest_integrity, entry_integrity from remote_releases where version = '${of}')`;

interface Attack {
  /** @returns how to put right what is not in the registry */
  readonly begin: (stolen: Stolen) => Promise<(() => Promise<void> | void) | void>;
  /** What people see then, in the place of the area; null: the area as it should be. */
  readonly seen: RegExp | null;
}

const REFUSED = /isn't from the team that makes this area/;
const BROKEN = /We couldn't load its files/;

/** Who owns the database. */
const DATABASE: Record<string, Attack> = {
  'points to a version that nobody signed': {
    begin: ({ product }) => pointTo(product, FOREIGN),
    seen: REFUSED,
  },
  'gives a signed version the files of an unsigned one, with their hashes': {
    begin: ({ product }) =>
      claim(
        product,
        `manifest_url = '${FOLDER}/container.json', entry_url = '${FOLDER}/remoteEntry.js',
          (manifest_integrity, entry_integrity) = ${hashesOf(FOREIGN)}`,
      ),
    seen: REFUSED,
  },
  'gives a signed version the files of an unsigned one, with the hashes of its own': {
    begin: ({ product }) =>
      claim(product, `manifest_url = '${FOLDER}/container.json', entry_url = '${FOLDER}/remoteEntry.js'`),
    seen: BROKEN,
  },
  'gives an area the files of another one': {
    begin: ({ product }) =>
      claim(
        product,
        `(manifest_url, entry_url, manifest_integrity, entry_integrity) =
          (select manifest_url, entry_url, manifest_integrity, entry_integrity from remote_releases
            where name = 'mf_media' and status = 'current')`,
      ),
    seen: REFUSED,
  },
  'gives an unsigned version the number of a signed one': {
    begin: async ({ product }) => {
      await product.sql(`delete from remote_releases where version = '${GENUINE}'`);
      await product.sql(`update remote_releases set version = '${GENUINE}' where version = '${FOREIGN}'`);
      await pointTo(product, GENUINE);
    },
    seen: REFUSED,
  },
  'names a foreign host': {
    begin: ({ product, host }) =>
      claim(product, `manifest_url = '${host}${FOLDER.slice('/remotes'.length)}/container.json'`),
    seen: BROKEN,
  },
  'names a foreign host without a protocol': {
    begin: ({ product, host }) =>
      claim(product, `manifest_url = '${host.slice('http:'.length)}/mf_history/${FOREIGN}/container.json'`),
    seen: BROKEN,
  },
  'names a manifest that is in its own address': {
    begin: ({ product }) => claim(product, `manifest_url = 'data:application/json,/container.json'`),
    seen: BROKEN,
  },
  'leads out of the folder of a signed version': {
    begin: ({ product }) =>
      claim(product, `manifest_url = '/remotes/mf_history/${GENUINE}/../${FOREIGN}/container.json'`),
    seen: BROKEN,
  },
  'puts a prototype into the entry of the sidebar': {
    begin: ({ product, host }) =>
      claim(
        product,
        `nav = '[{"to": "/history", "label": "Post History", "icon": "history", "order": 40,
          "__proto__": {"override": "${host}"}, "constructor": {"prototype": {"override": "${host}"}}}]'`,
      ),
    seen: null,
  },
  'points back to a version that its team took back': {
    begin: ({ product }) => pointTo(product, '9.0.2'),
    seen: REFUSED,
  },
  'points back to a signed version that was replaced long ago': {
    begin: ({ product }) => pointTo(product, '9.0.1'),
    seen: REFUSED,
  },
  'points to a signed version that is staged': {
    begin: ({ product }) => pointTo(product, '9.2.0'),
    seen: REFUSED,
  },
  'rolls the whole registry back to yesterday, when a version was current that its team took back since': {
    begin: async ({ product }) => {
      await product.sql('delete from remote_releases');
      await product.sql('insert into remote_releases overriding system value select * from yesterday');
    },
    seen: REFUSED,
  },
  'points to another shell': {
    begin: async ({ product }) => {
      const built = makeShell(fs.mkdtempSync(path.join(product.dataDir, 'build-')), 'c', MARK);
      const { version } = JSON.parse(fs.readFileSync(path.join(built, 'release.json'), 'utf8')) as { version: string };
      fs.cpSync(built, path.join(product.dataDir, 'releases/shell', version), { recursive: true });
      await product.sql(`update remote_releases set version = '${version}' where name = 'shell'`);
    },
    seen: null,
  },
};

/** Who changes files where they lie, or on their way. */
const FILES: Record<string, Attack> = {
  'adds to a chunk on the disk': {
    begin: async ({ product }) => change(product, CHUNK, (text) => `${text};${MARK}`),
    seen: BROKEN,
  },
  'puts a file of another version in the place of a chunk': {
    begin: async ({ product }) => {
      const other = path.join(product.dataDir, `releases/mf_history/${FOREIGN}/remoteEntry.js`);
      return change(product, CHUNK, () => fs.readFileSync(other, 'utf8'));
    },
    seen: BROKEN,
  },
  'adds to the entry on the disk': {
    begin: async ({ product }) => change(product, /^remoteEntry\.js$/, (text) => `${text};${MARK}`),
    seen: BROKEN,
  },
  'puts another manifest in its place': {
    begin: async ({ product }) =>
      change(product, /^container\.json$/, (text) => text.replaceAll(GENUINE, FOREIGN) + ' '),
    // No page asks for it.
    seen: null,
  },
  'changes every script of an area on its way': {
    begin: async ({ page }) => {
      const files = /\/remotes\/mf_history\/.*\.js$/;
      await page.route(files, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: `${MARK}${await answer.text()}` });
      });
      return () => page.unroute(files);
    },
    seen: BROKEN,
  },
};

export const ATTACKS: Readonly<Record<string, Attack>> = Object.fromEntries([
  ...Object.entries(DATABASE).map(([what, attack]) => [`who owns the database ${what}`, attack] as const),
  ...Object.entries(FILES).map(([what, attack]) => [`who owns the disk or the line ${what}`, attack] as const),
]);

/** An unsigned build of the area that does what the judge looks for, on the disk and in the registry. */
export async function bringForeign(product: Product): Promise<void> {
  await releaseDesk(product).release('mf-history', FOREIGN, { factory: MARKED });
}
