import { beforeEach, describe, expect, test } from 'vitest';
import * as contract from '../../contract/index.ts';
import { automationScene } from '../../testing/automation-scene.ts';

const scene = automationScene();
const { save, start, queue, tick, aiSays } = scene;
const INVENTED = 'Fresh bread for RM 4.99, the best in KL.';
const scopeWith = (more: string) => `Write about fresh bread. ${more}`;

async function written(text: string, choice: Parameters<typeof save>[0] = {}) {
  await save({ contentScope: scopeWith('Loaves from 7am.'), ...choice });
  await start();
  await aiSays({ type: 'ai-answer', text });
  await tick();
  return (await queue())[0];
}

test('a text with claims that nothing says waits for its owner, who is told which', async () => {
  const slot = await written(INVENTED);
  expect(slot).toMatchObject({
    state: 'draft',
    reason: { code: 'unsourced_claims', message: '3 claims have no source: “RM 4.99”, “best”, “KL”.' },
  });
  const { body } = await scene.here.call(contract.listProposals);
  expect(body.proposals[0]).toMatchObject({ source: 'automation', reasons: [slot?.reason] });
});

test('a text whose claims are all in the content scope is published without review', async () => {
  expect(
    await written('Fresh bread for RM4.99 from 7 pagi.', { contentScope: scopeWith('RM 4.99, 7am.') }),
  ).toMatchObject({ state: 'ready', reason: null });
});

test('who has switched that off is not asked', async () => {
  expect(await written(INVENTED, { holdsUnsourced: false })).toMatchObject({ state: 'ready', reason: null });
  expect((await scene.settings()).pageConfigurations[0]).toMatchObject({ holdsUnsourced: false });
  await save({});
  expect((await scene.settings()).pageConfigurations[0]).toMatchObject({ holdsUnsourced: false });
});

test('a draft of a page with review says which claims to look at', async () => {
  expect(await written(INVENTED, { mode: 'draft' })).toMatchObject({ reason: { code: 'unsourced_claims' } });
});

test('what its owner has changed is theirs, and an approval publishes what was held', async () => {
  const slot = await written(INVENTED);
  const hash = { contentHash: slot?.contentHash ?? '' };
  const params = { id: slot?.id ?? 0 };
  const { body } = await scene.here.call(contract.editSlot, { params, body: { content: 'Bread for RM 5.', ...hash } });
  expect(body).toMatchObject({ state: 'draft', reason: null });
  const approved = await scene.here.call(contract.approveSlot, {
    params,
    body: { contentHash: body.contentHash ?? '' },
  });
  expect(approved.body).toMatchObject({ state: 'ready', content: 'Bread for RM 5.' });
});

describe('a page with a voice', () => {
  beforeEach(async () => {
    const voice = { ...contract.NO_VOICE, facts: 'Bread costs RM 4.99', wordsToAvoid: ['cheap'] };
    const params = { id: scene.pageId };
    await scene.here.call(contract.savePageVoice, { params, body: { voice, revision: 0 } });
  });

  test('has its facts as sources', async () => {
    expect(await written('Fresh bread for RM 4.99.')).toMatchObject({ state: 'ready', reason: null });
  });

  test('has a text with a word that it avoids wait for its owner, also where nothing else holds it', async () => {
    expect(await written('Cheap fresh bread, cheap coffee.', { holdsUnsourced: false })).toMatchObject({
      state: 'draft',
      reason: { code: 'avoided_words', message: 'It uses words that this page avoids: “cheap”.' },
    });
  });
});
