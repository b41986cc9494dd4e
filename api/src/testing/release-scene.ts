import fs from 'node:fs';
import { beforeEach } from 'vitest';
import { createReleaseToken, type ReleaseRight } from '../contract/index.ts';
import { buildUser } from './builders.ts';
import { RELEASE_TABLES } from './release-tables.ts';
import { setUpApi } from './scene.ts';
import type { Caller, TestApi } from './test-api.ts';
import { emptyTables } from './test-database.ts';
import { buildRemote } from './web-root.ts';

const ALL_RIGHTS: ReleaseRight[] = ['stage', 'move', 'rollback'];

export interface ReleaseScene {
  readonly admin: Caller;
  /** Holds a token for mf-history. */
  readonly team: Caller;
  /** Somebody with a token of their own. */
  holder(of: { rights?: ReleaseRight[]; area?: string; name?: string }): Promise<Caller>;
}

/**
 * One app for the tests of a file, and for each of them areas whose builds are registered, and whoever releases more,
 * whom `enter` takes over.
 * @param buildMore builds what is to be there beside the areas
 */
export function setUpReleases(
  enter: (scene: ReleaseScene) => void,
  folders: readonly string[],
  buildMore: (api: TestApi) => void = () => {},
): TestApi {
  const api = setUpApi({}, { isAtPublicUrl: true });
  beforeEach(async () => {
    await emptyTables(api.db, ...RELEASE_TABLES);
    fs.rmSync(api.app.remotes.releasesDir, { recursive: true, force: true });
    fs.rmSync(api.config.WEB_ROOT, { recursive: true, force: true });
    const admin = api.as(await buildUser(api.db, { role: 'admin', name: 'Mei Tan' }));
    const holder: ReleaseScene['holder'] = async ({ rights = ALL_RIGHTS, area = 'mf-history', name = 'CI' }) =>
      api.withToken((await admin.call(createReleaseToken, { body: { name, area, rights } })).body.token);
    for (const folder of folders) buildRemote(api.config.WEB_ROOT, folder);
    buildMore(api);
    await api.app.remotes.registerBuiltIns();
    enter({ admin, team: await holder({}), holder });
  });
  return api;
}
