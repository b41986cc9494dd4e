import type { Page, Route } from 'playwright-core';
import { REACT } from './make-release.ts';

/** Something that goes wrong on the way of a remote's files, and the step at which it is noticed. */
export interface FileFault {
  readonly phase: 'manifest' | 'entry' | 'module';
  readonly file: RegExp;
  readonly break: (route: Route) => Promise<void>;
}

const [MANIFEST, ENTRY, CHUNK, STYLES] = [/manifest\.json$/, /remoteEntry\.js$/, /(?<!remoteEntry)\.js$/, /\.css$/];
const missing = (route: Route) =>
  route.fulfill({ status: 404, contentType: 'application/json', body: '{"message":"There is no such file."}' });
const aPage = (route: Route) =>
  route.fulfill({
    contentType: 'text/html',
    headers: { 'x-content-type-options': 'nosniff' },
    body: '<!doctype html><title>Welcome to the hotel</title>',
  });
const hang = () => new Promise<void>(() => {});
/** Whether what is wrong shows only when somebody has waited for long enough. */
export const isEndless = (fault: FileFault): boolean => fault.break === hang;
const unreachable = (route: Route) => route.abort('connectionrefused');
const changed = (change: (text: string) => string) => async (route: Route) => {
  const answer = await route.fetch();
  await route.fulfill({ response: answer, body: change(await answer.text()) });
};
const half = changed((text) => text.slice(0, text.length / 2));
const tampered = changed((text) => `${text};window.tampered=1`);

/** Of a version whose manifest pages read first. */
export const MANIFEST_FAULTS = {
  'the manifest is not there': { phase: 'manifest', file: MANIFEST, break: missing },
  'a page comes in place of the manifest': { phase: 'manifest', file: MANIFEST, break: aPage },
  'the manifest never comes': { phase: 'manifest', file: MANIFEST, break: hang },
  'the manifest was tampered with': { phase: 'manifest', file: MANIFEST, break: changed((text) => `${text} `) },
} as const satisfies Record<string, FileFault>;

export const FILE_FAULTS = {
  'the server is not reached': { phase: 'entry', file: /./, break: unreachable },
  'the entry is not there': { phase: 'entry', file: ENTRY, break: missing },
  'the entry is cut off': { phase: 'entry', file: ENTRY, break: half },
  'the entry was tampered with': { phase: 'entry', file: ENTRY, break: tampered },
  'the entry never comes': { phase: 'entry', file: ENTRY, break: hang },
  'a chunk is not there': { phase: 'module', file: CHUNK, break: missing },
  'a page comes in place of a chunk': { phase: 'module', file: CHUNK, break: aPage },
  'a chunk was tampered with': { phase: 'module', file: CHUNK, break: tampered },
  'a chunk never comes': { phase: 'module', file: CHUNK, break: hang },
  'the styles are not there': { phase: 'module', file: STYLES, break: missing },
  'a page comes in place of the styles': { phase: 'module', file: STYLES, break: aPage },
  'the styles never come': { phase: 'module', file: STYLES, break: hang },
} as const satisfies Record<string, FileFault>;

interface CodeFault {
  readonly phase: 'contract' | 'entry' | 'import' | 'render';
  /** The exposed module, as source of a function. */
  readonly factory?: string;
  /** What is wrong with its row in the registry. */
  readonly change?: string;
  /** Whether the version before may take its place. */
  readonly fallsBack: boolean;
}

const screen = (component: string) => `async () => {
  const { useState } = ${REACT};
  return { remote: { '/history': ${component} } };
}`;

/** Something that is wrong with a release whose files all come as they were released. */
export const CODE_FAULTS: Readonly<Record<string, CodeFault>> = {
  'its code throws as it is imported': {
    phase: 'import',
    factory: "() => { throw new Error('broken at import'); }",
    fallsBack: true,
  },
  'its code throws as it is shown': {
    phase: 'render',
    factory: screen("() => { throw new Error('broken at render'); }"),
    fallsBack: true,
  },
  'its screen never stops rendering': {
    phase: 'render',
    factory: screen('() => { const [seen, setSeen] = useState(0); setSeen(seen + 1); return String(seen); }'),
    fallsBack: true,
  },
  'it has no such screen': { phase: 'render', factory: '() => ({ remote: {} })', fallsBack: true },
  'the hash of its entry is missing': { phase: 'entry', change: "entry_integrity = ''", fallsBack: true },
  'it was built for another contract': { phase: 'contract', change: 'contract = 2', fallsBack: false },
};

/**
 * Lays a fault over the files of a remote, in one page.
 * @param files pattern of addresses, such as those of one version
 * @returns how to take it away again; what hangs by then goes on hanging, as it does behind a proxy that lost its other
 * side
 */
export async function lay({ file, break: breakFile }: FileFault, page: Page, files: string): Promise<() => void> {
  let isThere = true;
  await page.route(files, (route) =>
    isThere && file.test(new URL(route.request().url()).pathname) ? breakFile(route) : route.fallback(),
  );
  return () => {
    isThere = false;
  };
}
