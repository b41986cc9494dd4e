import type { openDatabase } from '../../api/src/db/database.ts';
import { reportVisit, shareRelease, type ReleaseShare, type VisitReport } from '../../api/src/contract/index.ts';
import { isIn } from '../../api/src/features/remotes/share-assignment.ts';
import { sessionsRepository } from '../../api/src/features/sessions/sessions.repository.ts';
import { buildUser } from '../../api/src/testing/builders.ts';
import type { Product } from '../product.ts';

type Database = ReturnType<typeof openDatabase>;

/** Somebody who is logged in. */
export interface Member {
  readonly facebookId: string;
  readonly cookie: string;
}

const AREA = 'mf_history';
const EMPTY: VisitReport = { shell: '/unknown.js', views: [], errors: [], failedCalls: [], vitals: [] };

/** People of a product, whose pages report as the shell does, or who come with a browser. */
export async function crowd(product: Product, db: Database, people: number) {
  const admin = await member(db, 'admin');
  const members: Member[] = [];
  for (let n = 0; n < people; n += 1) members.push(await member(db, 'user'));

  async function ask<Answer>(who: Member, method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(product.url + path, {
      method,
      headers: { origin: product.url, cookie: who.cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  return {
    admin,
    ask,
    /** Gives a part of them a version: at least three, since chance may give it to hardly anybody of so few. */
    async share(version: string): Promise<{ share: ReleaseShare; tried: Member[]; kept: Member[] }> {
      const path = shareRelease.path.replace(':name', AREA);
      for (;;) {
        const share = await ask<ReleaseShare>(admin, 'POST', path, {
          version,
          percent: 5,
          withoutRobot: true,
        });
        const tried = members.filter(({ facebookId }) => isIn(share, facebookId));
        const kept = members.filter((one) => !tried.includes(one));
        if (tried.length >= 3) return { share, tried, kept };
        await ask(admin, 'POST', path.replace(/share$/, 'abort'), {});
      }
    },
    /** Their pages show a version, and nothing goes wrong. */
    async areWell(some: readonly Member[], version: string): Promise<void> {
      for (const one of some)
        await ask(one, 'POST', reportVisit.path, { ...EMPTY, views: [{ name: AREA, version, count: 1 }] });
    },
    stateOf: async (id: number): Promise<ReleaseShare | undefined> =>
      (await ask<ReleaseShare[]>(admin, 'GET', '/api/admin/release-shares')).find((share) => share.id === id),
  };
}
export type Crowd = Awaited<ReturnType<typeof crowd>>;

async function member(db: Database, role: 'admin' | 'user'): Promise<Member> {
  const { userId, facebookId } = await buildUser(db, { role });
  return { facebookId, cookie: `pagecast_session=${await sessionsRepository(db).create(userId)}` };
}
