import { describe, expect, test, vi } from 'vitest';
import * as contract from '../../contract/index.ts';
import { deleteAllData, EVENTS_PATH } from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { automationScene } from '../../testing/automation-scene.ts';
import { readEvents } from '../../testing/read-events.ts';
import { fromNow, newToken, rowsIn } from '../../testing/stored.ts';

const scene = automationScene();
const { save, start, stop, settings, queue, cycles, publicTexts, tick, passes } = scene;

describe('settings', () => {
  test('of somebody new list their pages, switched off', async () => {
    expect(await settings()).toMatchObject({
      regenerationFrequency: 6,
      isEnabled: false,
      lastRunAt: null,
      nextRunAt: null,
      status: 'inactive',
      problem: null,
      pageConfigurations: [
        {
          pageId: scene.pageId,
          pageName: scene.page.name,
          isEnabled: false,
          isAvailable: true,
          contentCount: 1,
          contentScope: '',
          language: 'English',
          mode: 'draft',
          isUnreadAgreed: false,
          intervalMinutes: 360,
          postsThatFit: 1,
        },
      ],
    });
  });

  test('take `frequency` for the frequency, make no number of posts 1, and leave alone what is not named', async () => {
    await save({ contentCount: 3, language: 'Bahasa Melayu', mode: 'draft' });
    const answer = await scene.here.call(contract.saveAutomationSettings, {
      body: {
        frequency: 1,
        pageConfigurations: [{ pageId: scene.pageId, isEnabled: true, contentCount: 'many', contentScope: 'Tea' }],
      },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        regenerationFrequency: 1,
        pageConfigurations: [{ contentCount: 1, contentScope: 'Tea', language: 'Bahasa Melayu', mode: 'draft' }],
      },
    });
    expect((await scene.here.call(contract.saveAutomationSettings, { body: {} })).body).toEqual({
      ...answer.body,
      now: expect.any(String),
    });
  });

  test.each([
    [{ regenerationFrequency: 2 }],
    [{ frequency: '6' }],
    [{ pageConfigurations: [{ pageId: 1, isEnabled: 'yes', contentCount: 1, contentScope: '' }] }],
  ])('%j is refused', async (body) => {
    expect((await scene.here.call(contract.saveAutomationSettings, { body: body as never })).status).toBe(400);
  });

  test('can be sent back as they were answered', async () => {
    const { regenerationFrequency, pageConfigurations } = (await save({ contentCount: 3 })).body;
    const answer = await scene.here.call(contract.saveAutomationSettings, {
      body: { regenerationFrequency: regenerationFrequency as 6, pageConfigurations },
    });
    expect(answer).toMatchObject({ status: 200, body: { pageConfigurations } });
  });

  test('count the people who publish on the same page, and nobody who only has it', async () => {
    const others = async () => (await settings()).pageConfigurations[0]?.othersPublishing;
    const row = async () => {
      const person = await buildUser(scene.api.db);
      return {
        person,
        id: (await buildPage(scene.api.db, person, { pageId: scene.page.id, name: scene.page.name })).id,
      };
    };
    const [planner] = [await row(), await row()];
    expect(await others()).toBe(0);
    await buildPost(scene.api.db, planner.person, {
      facebookPageId: planner.id,
      scheduledAt: new Date(Date.now() + 3_600_000),
    });
    expect(await others()).toBe(1);
  });

  test('say how many posts fit', async () => {
    expect((await save({ contentCount: 10 }, 1)).body.pageConfigurations[0]).toMatchObject({
      contentCount: 10,
      intervalMinutes: 6,
      postsThatFit: 2,
    });
    await start();
    expect(await queue()).toHaveLength(2);
  });
});

describe('review', () => {
  /** As a caller of the API that knows of no review says it. */
  const say = async (choice: Partial<contract.PageConfiguration>) => {
    const page = { pageId: scene.pageId, isEnabled: true, contentCount: 1, contentScope: '' };
    const { status, body } = await scene.here.call(contract.saveAutomationSettings, {
      body: { pageConfigurations: [{ ...page, ...choice }] },
    });
    expect(status).toBe(200);
    const [saved] = body.pageConfigurations;
    return [saved?.mode, saved?.isUnreadAgreed];
  };
  /** As a version without review left a page that nobody has switched on. */
  const leaveUndecided = () =>
    scene.api.stored.automationPageConfigurations.change({ mode: 'publish', unread_agreed_at: null });

  test('is what a page starts with: switched on without a word about it, nothing of it goes out unread', async () => {
    expect(await say({ pageName: 'Mine', isAvailable: true })).toEqual(['draft', false]);
    await start();
    await tick();
    await scene.api.turn();
    expect((await queue()).map(({ state }) => state)).toEqual(['draft']);
    expect(await publicTexts()).toEqual([]);
  });

  test('is left out for who says so, and stays so through whatever is said of the page later', async () => {
    expect(await say({ mode: 'publish' })).toEqual(['publish', true]);
    for (const later of [{ contentScope: 'Tea' }, { isEnabled: false }, { isEnabled: true }])
      expect(await say(later)).toEqual(['publish', true]);
    expect(await say({ mode: 'draft' })).toEqual(['draft', true]);
    expect(await say({ mode: 'publish', isUnreadAgreed: false })).toEqual(['publish', true]);
  });

  test('is left out without an agreement only as long as the page stays on', async () => {
    expect(await say({ mode: 'publish', isUnreadAgreed: false })).toEqual(['publish', false]);
    expect(await say({ contentCount: 2 })).toEqual(['publish', false]);
    expect(await say({ isEnabled: false })).toEqual(['publish', false]);
    expect(await say({ isEnabled: true })).toEqual(['draft', false]);
    expect(await say({ mode: 'publish', isUnreadAgreed: true })).toEqual(['publish', true]);
  });

  test('comes for a page of an older version that is switched on now, and not for one that runs', async () => {
    await say({});
    await leaveUndecided();
    expect(await say({ contentScope: 'Tea' })).toEqual(['publish', false]);
    await say({ isEnabled: false });
    await leaveUndecided();
    expect(await say({})).toEqual(['draft', false]);
  });

  test('that is switched on while the AI writes holds for that text', async () => {
    await save();
    await start();
    await scene.aiSays('hold', 1);
    const writing = tick();
    await vi.waitFor(async () => expect((await queue())[0]?.state).toBe('writing'), { timeout: 60_000, interval: 20 });
    await say({ mode: 'draft' });
    await scene.api.sandbox.clearFaults();
    await writing;
    expect((await queue()).map(({ state }) => state)).toEqual(['draft']);
  });
});

describe('a cycle', () => {
  test('is one, however many clicks, processes and ticks there are', async () => {
    await save({ contentCount: 3 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => start(n % 2 === 0 ? scene.here : scene.there)),
    );
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'active']));
    for (let click = 0; click < 3; click += 1) {
      await stop();
      await start();
    }
    await Promise.all([tick(), tick()]);
    expect(await cycles()).toMatchObject([{ planned: 3, waiting: 3, skipped: [] }]);
  });

  test('counts what was written for those who run this deployment', async () => {
    await save();
    await start();
    await tick();
    const texts = await Promise.all(
      [scene.api, scene.second].map(async (one) => (await one.as(null).fetch('/metrics')).text()),
    );
    expect(texts.some((text) => /^automation_texts_total\{end="written",reason=""\} \d+$/m.test(text))).toBe(true);
  });

  test('writes its first text at once, the others near their time, and all go out through the loop', async () => {
    await save({ contentCount: 3 });
    await start();
    await tick();
    expect((await queue()).map(({ state, content }) => [state, content === null])).toEqual([
      ['ready', false],
      ['planned', true],
      ['planned', true],
    ]);
    await scene.api.turn();
    const [text] = await publicTexts();
    expect(text?.length).toBeGreaterThan(100);
    expect(await cycles()).toMatchObject([
      { planned: 3, made: 1, published: 1, waiting: 2, calls: 1, costMicros: expect.any(Number), isCatchUp: false },
    ]);
    expect((await cycles())[0]?.costMicros).toBeGreaterThan(0);
    expect(await scene.api.stored.posts.first({ status: 'published' })).toMatchObject({
      is_ai_generated: true,
      is_automatic: true,
      ai_call_id: expect.any(Number),
      content: text,
    });

    await passes('2 hours');
    await scene.api.stored.pageClock.age('2 hours', ['last_published_at']);
    await scene.api.stored.automationTurns.age('2 hours', ['taken_at']);
    await tick();
    await scene.api.turn();
    expect(new Set(await publicTexts()).size).toBe(2);
  });

  test('follows the last by the clock that it is anchored to, and one makes up for all that were missed', async () => {
    await save();
    const {
      body: { lastRunAt },
    } = await start();
    await passes('20 hours');
    await tick();
    const [last] = await cycles();
    expect(last).toMatchObject({ isCatchUp: true, planned: 1 });
    expect(await cycles()).toHaveLength(2);
    // 20 hours later the cycle of 18 hours after the first runs.
    expect(Date.parse(last?.startedAt ?? '') - Date.parse(lastRunAt ?? '')).toBe(-2 * 3_600_000);
    expect((await settings()).lastRunAt).toBe(last?.startedAt);
  });

  test('of a clock that was far ahead keeps nobody waiting, and leaves its texts out', async () => {
    await save({ contentCount: 3 });
    await start();
    await passes('-30 days');
    await tick();
    expect((await cycles()).map(({ planned }) => planned)).toEqual([3]);
    expect((await queue()).length).toBe(3);
    expect(Date.parse((await settings()).nextRunAt ?? '')).toBeLessThan(Date.now() + 6 * 3_600_000 + 60_000);
    await tick();
    await scene.api.turn();
    expect(await publicTexts()).toHaveLength(1);
    const slots = (await scene.api.stored.automationSlots.rows({}, 'due_at', 'state')) as {
      due_at: Date;
      state: string;
    }[];
    const ahead = slots.filter((slot) => slot.due_at.getTime() > Date.now() + 24 * 3_600_000);
    expect(ahead.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped']);
  });

  test('begins with a start, whatever the clock said before it was stopped', async () => {
    await save();
    await start();
    await stop();
    await passes('-30 days');
    await start();
    expect((await queue()).length).toBe(1);
    expect(Date.parse((await settings()).lastRunAt ?? '')).toBeLessThan(Date.now() + 60_000);
  });

  test('of somebody who may not come in follows a clock that was far ahead no longer', async () => {
    await save();
    await start();
    await passes('-30 days');
    await scene.api.stored.accessEntries.change({ type: 'blacklist' });
    await tick();
    expect(await rowsIn(scene.api.db, 'automation_settings')).toMatchObject([{ last_cycle_at: null }]);
  });

  test('changes with the settings: a page switched off is left out, one switched on has its part', async () => {
    await save({ contentCount: 3 });
    await start();
    await save({ contentCount: 3, isEnabled: false });
    expect(await queue()).toEqual([]);
    expect((await cycles())[0]?.skipped.map(({ reason }) => reason.code)).toEqual([
      'switched_off',
      'switched_off',
      'switched_off',
    ]);
    await save({ contentCount: 2 });
    expect(await queue()).toHaveLength(2);
    await save({ contentCount: 5 });
    expect(await queue()).toHaveLength(5);
    await save({ contentCount: 5, contentScope: 'Tea' });
    expect(await queue()).toHaveLength(5);
    expect(await cycles()).toHaveLength(1);
  });

  test('that changes still makes what is due and was not written yet', async () => {
    await save({ contentCount: 3 });
    await start();
    await tick();
    await passes('130 minutes');
    await save({ contentCount: 4 });
    expect((await cycles())[0]).toMatchObject({ planned: 4, made: 1, skipped: [] });
  });

  test('that was stopped for a while says what it left out meanwhile', async () => {
    await save({ contentCount: 3 });
    await start();
    await stop();
    await passes('3 hours');
    await start();
    expect((await cycles())[0]?.skipped.map(({ reason }) => reason.code)).toEqual(['stopped', 'stopped']);
    expect(await queue()).toHaveLength(2);
  });

  test('of somebody who is blocked, or whose page is lost, brings nothing out, and says why', async () => {
    await save();
    await start();
    await scene.api.stored.facebookPages.change({
      is_connected: false,
      problem: JSON.stringify({ code: 'reconnect', message: 'Reconnect it.', action: 'reconnect' }),
    });
    await tick();
    expect((await cycles())[0]?.skipped).toMatchObject([
      { isFailure: false, reason: { code: 'reconnect', message: 'Reconnect it.' } },
    ]);
    await scene.api.stored.facebookPages.change({ is_connected: true, problem: null });
    await scene.api.stored.accessEntries.change({ type: 'blacklist' });
    await passes('6 hours');
    await tick();
    expect(await scene.api.stored.automationCycles.rows()).toHaveLength(1);
    expect(await scene.api.stored.aiCalls.rows()).toEqual([]);
  });
});

describe('Stop', () => {
  test('reaches every page, also one whose text is being written', async () => {
    await save({ contentCount: 2 });
    await start();
    await scene.api.stored.automationSlots.change(
      {
        state: 'calling',
        lease_token: newToken(scene.api.db),
        calls: 1,
        next_at: fromNow(scene.api.db, '1 minute'),
      },
      { position: 0 },
    );
    expect((await queue()).map(({ state }) => state)).toEqual(['writing', 'planned']);
    expect((await stop()).body).toMatchObject({ isEnabled: false, status: 'inactive', nextRunAt: null });
    await tick();
    expect(await queue()).toEqual([]);
    expect((await cycles())[0]).toMatchObject({
      made: 0,
      skipped: [{ reason: { code: 'stopped' } }, { reason: { code: 'stopped' } }],
    });
    expect(await scene.api.stored.posts.rows()).toEqual([]);
  });

  test('leaves scheduled posts, which clearing the queue takes away', async () => {
    await save({ contentCount: 2 });
    await start();
    await tick();
    await stop();
    expect((await queue()).map(({ state }) => state)).toEqual(['ready']);
    expect((await scene.here.call(contract.clearAutomationQueue, { body: {} })).body).toEqual({ success: true });
    expect(await queue()).toEqual([]);
    expect(await scene.api.stored.posts.rows()).toEqual([]);
    expect((await cycles())[0]?.skipped.map(({ reason }) => reason.code).toSorted()).toEqual(['cleared', 'stopped']);
  });
});

test('open screens are told of every move', async () => {
  const stream = await readEvents(scene.here, EVENTS_PATH);
  await vi.waitFor(() => expect(stream.families()).toContain('automation'), 60_000);
  for (const move of [() => save(), () => start(), tick, () => scene.api.turn(), stop]) {
    stream.clear();
    await move();
    await vi.waitFor(() => expect(stream.families()).toContain('automation'), 60_000);
  }
  stream.close();
});

test('a deleted account leaves nothing of its automation', async () => {
  await save({ contentCount: 2, mode: 'draft' });
  await start();
  await tick();
  expect((await scene.here.call(deleteAllData)).status).toBe(200);
  await tick();
  for (const table of [
    'automation_settings',
    'automation_page_configurations',
    'automation_cycles',
    'automation_slots',
    'automation_slot_calls',
    'ai_calls',
  ]) {
    expect([table, await rowsIn(scene.api.db, table)]).toEqual([table, []]);
  }
});

test('an environment that is not shown goes on as promised', async () => {
  await save();
  await start();
  await scene.api.show('test');
  await tick();
  await scene.api.turn();
  expect(await scene.api.stored.posts.values('status')).toEqual(['published']);
});

test('what the cycles say adds up to the plan', async () => {
  await save({ contentCount: 5 });
  await start();
  await tick();
  await scene.api.turn();
  const [slot] = await queue();
  await scene.here.call(contract.skipSlot, { params: { id: slot?.id ?? 0 }, body: {} });
  await stop();
  for (const { planned, published, waiting, skipped } of await cycles())
    expect(published + waiting + skipped.length).toBe(planned);
});
