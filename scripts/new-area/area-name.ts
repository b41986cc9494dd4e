import { ADMIN_PATHS, HOST_PATHS, RemoteName, type Area } from '../../api/src/contract/remotes.ts';
import { containerName } from '../build/area-package.ts';
import { API_PATHS } from '../build/dev-server.ts';

/** Fits a sidebar. */
const LONGEST = 30;
const WORDS = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;

export interface AreaName {
  /** As people read it: `Post Ideas`. */
  readonly title: string;
  /** In addresses and of the folder: `post-ideas`. */
  readonly slug: string;
  /** Of its screen: `PostIdeas`. */
  readonly pascal: string;
}

/**
 * @param others the areas there are, by their folders
 * @throws Error that says why no new area can have this name, and what can
 */
export function areaNameOf(words: string, others: ReadonlyMap<string, Area>): AreaName {
  const title = words.trim().replaceAll(/\s+/g, ' ');
  // Accents go from addresses, and stay in what people read.
  const slug = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '-');
  if (!WORDS.test(slug))
    throw new Error(
      `"${title}" can't be the name of an area. ` +
        'Use words of letters and digits, each beginning with a letter: npm run new-area -- "Post Ideas"',
    );
  if (title.length > LONGEST)
    throw new Error(`"${title}" is too long for the sidebar: use ${LONGEST} letters at most.`);
  RemoteName.parse(containerName(`mf-${slug}`));
  const path = `/${slug}`;
  if ([...HOST_PATHS, ...API_PATHS].some((own) => own === path))
    throw new Error(`Pagecast itself answers at ${path}. Choose another name.`);
  for (const [folder, { paths, nav }] of others) {
    if (folder === `mf-${slug}`) throw new Error(`There is an area ${folder} already. Choose another name.`);
    if (paths.includes(path)) throw new Error(`${folder} serves ${path} already. Choose another name.`);
    if (nav.some(({ label }) => label.toLowerCase() === title.toLowerCase()))
      throw new Error(`${folder} is called "${title}" in the sidebar already. Choose another name.`);
  }
  const pascal = slug.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
  return { title, slug, pascal };
}

/** Where an area stands among the others: behind all but the administrators', at the next port of development. */
export function placeAmong(others: readonly Area[]): { order: number; port: number } {
  const orders = others.flatMap(({ paths, nav }) => (isForAdmins(paths) ? [] : nav.map(({ order }) => order)));
  return { order: Math.max(0, ...orders) + 1, port: Math.max(3100, ...others.map(({ devPort }) => devPort)) + 1 };
}

function isForAdmins(paths: readonly string[]): boolean {
  return paths.includes(ADMIN_PATHS[0]);
}
