#!/usr/bin/env node
/**
 * `pagecast-release --to https://pages.example.com`, in the folder of an area that has a repository of its own:
 * releases what was built there, with the release token of PAGECAST_TOKEN. `--stage` leaves the last step to somebody
 * else, `--dry-run` leaves nothing behind. `pagecast-release rollback --to URL [--version VERSION]` goes back.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { areaName, containerName } from '../build/area-package.ts';
import { fail } from '../lifecycle.ts';
import { readBuild, sendMissing } from './build-to-send.ts';
import { givenToken, originOf } from './given-product.ts';
import { productClient } from './product-client.ts';
import { ciRunIn } from './provenance.ts';
import { papersOf } from './signed.ts';
import { settledRelease } from './settled-release.ts';
import { tellPreview } from './tell-preview.ts';

const USAGE = 'Usage: pagecast-release [rollback] --to URL [--dry-run | --stage | --version VERSION]';
const OPTIONS = {
  to: { type: 'string' },
  'dry-run': { type: 'boolean' },
  stage: { type: 'boolean' },
  version: { type: 'string' },
} as const;
const SETTLED = {
  trial: 'would be taken, and nothing was changed',
  staged: 'is registered, and waits for somebody to make it current',
  current: 'is current',
};

try {
  const directory = process.cwd();
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  if (values.to === undefined || positionals.some((word) => word !== 'rollback')) throw new Error(USAGE);
  const area = containerName(areaName(directory));
  const client = productClient({ origin: originOf(values.to), token: givenToken(), area });
  const { revision } = await client.area();
  if (positionals.length > 0) {
    const { from, to } = await client.move({ version: values.version ?? null, revision, ciRun: ciRunIn(process.env) });
    console.log(`${area} ${to} is current, in place of ${from ?? 'nothing'}.`);
  } else {
    const build = await readBuild(path.join(directory, 'dist'), area);
    const { count, bytes } = await sendMissing(client, build);
    console.log(`${area} ${build.version}: ${count} of ${build.files.length} files sent (${bytes} bytes).`);
    const as: keyof typeof SETTLED =
      (values['dry-run'] === true && 'trial') || (values.stage === true && 'staged') || 'current';
    const papers = papersOf(directory, build, build.files);
    const wanted = { ...papers, files: [...build.files], as, revision, baseUrl: null };
    const { from } = await settledRelease(client, wanted, build.version);
    console.log(`${area} ${build.version} ${SETTLED[as]}${from === null ? '' : `. Before it: ${from}`}.`);
    if (as === 'staged') await tellPreview(client, build.version);
  }
} catch (error) {
  fail((error as Error).message);
}
