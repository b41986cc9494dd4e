import fs from 'node:fs';
import path from 'node:path';
import { RELEASE_DESCRIPTION } from '../contract/releases.ts';
import { COMMAND_LINE } from '../features/audit/audit.repository.ts';
import { describedRelease, OWN_RELEASES } from '../features/remotes/built-release.ts';
import { releasesService } from '../features/remotes/releases.service.ts';
import type { TestApi } from './test-api.ts';
import { buildRemote, buildShell } from './web-root.ts';

const ACTOR = { person: COMMAND_LINE, impersonated: null, environment: 'development', ip: null } as const;

/**
 * Adds a version of an area, as a team stages it.
 * @param version of the shell its build, 8 hexadecimal digits
 */
export async function stageVersion(
  api: TestApi,
  folder: string,
  version: string,
  facts: Parameters<typeof buildRemote>[2] = {},
): Promise<void> {
  const webRoot = path.join(api.config.WEB_ROOT, 'staged');
  if (folder === 'shell') buildShell(webRoot, version);
  else buildRemote(webRoot, folder, { version, text: version, ...facts });
  const { files } = api.app.remotes;
  const dist = path.join(webRoot, folder, 'dist');
  const text = fs.readFileSync(path.join(dist, RELEASE_DESCRIPTION), 'utf8');
  const release = { ...describedRelease(text, RELEASE_DESCRIPTION, OWN_RELEASES), gitCommit: null };
  await files.copyOnce(dist, release);
  await releasesService({ db: api.db, files }).stage(ACTOR, release);
}
