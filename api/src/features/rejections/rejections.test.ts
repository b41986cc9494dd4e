import { expect, test } from 'vitest';
import * as contract from '../../contract/index.ts';
import { automationScene } from '../../testing/automation-scene.ts';

const scene = automationScene();
const { save, start, queue, tick, aiSays } = scene;

async function draft(text: string) {
  await save({ mode: 'draft' });
  await start();
  await aiSays({ type: 'ai-answer', text });
  await tick();
  const { body } = await scene.here.call(contract.listProposals);
  return body.proposals[0];
}
const told = async () => {
  const body = { prompt: 'Write about bread', facebookPageId: scene.pageId };
  const { parts } = (await scene.here.call(contract.showPrompt, { body })).body;
  return parts.filter(({ isOfRejections }) => isOfRejections === true).map(({ text }) => text);
};
const reject = (id: string, verdict: { kind?: contract.RejectionKind; reason?: string }) =>
  scene.here.call(contract.rejectProposal, { params: { id }, body: verdict });

test('why a draft of automation was rejected stands in its history, and the AI is told of it', async () => {
  const { id = '' } = (await draft('Bread is available for purchase.')) ?? {};
  expect(await told()).toEqual([]);
  expect((await reject(id, { kind: 'tone', reason: ' Too stiff ' })).body.state).toBe('rejected');
  expect(await queue()).not.toContainEqual(expect.objectContaining({ id: Number(id.slice('automation-'.length)) }));
  const cycles = (await scene.here.call(contract.listAutomationCycles)).body;
  expect(cycles.flatMap(({ skipped }) => skipped.map(({ reason }) => reason))).toContainEqual({
    code: 'rejected',
    message: "You rejected this post because it isn't in the page's tone: “Too stiff”",
  });
  expect(await told()).toEqual([expect.stringContaining('- The tone was wrong: "Too stiff"')]);
});

test('a draft of automation is rejected as it was read, and not with a text that came since', async () => {
  const { id = '', contentHash: read = '' } = (await draft('Bread is available for purchase.')) ?? {};
  const params = { id };
  const { body: now } = await scene.here.call(contract.changeProposal, { params, body: { content: 'Fresh bread!' } });
  const unseen = await scene.here.call(contract.rejectProposal, { params, body: { contentHash: read } });
  expect([unseen.status, unseen.text]).toEqual([409, expect.stringContaining('This post has changed.')]);
  expect((await scene.here.call(contract.readProposal, { params })).body.content).toBe('Fresh bread!');
  const seen = await scene.here.call(contract.rejectProposal, { params, body: { contentHash: now.contentHash } });
  expect([seen.status, seen.body.state]).toEqual([200, 'rejected']);
});

test('a rejected proposal says why to whoever proposed it, and of a wrong time the AI is not told', async () => {
  const propose = async (content: string) =>
    (await scene.here.call(contract.createProposal, { body: { facebookPageId: scene.pageId, content } })).body.id;
  await reject(await propose('Cheap bread!'), { kind: 'words', reason: 'cheap' });
  const { body } = await reject(await propose('Bread at noon.'), { kind: 'time' });
  expect(body).toMatchObject({
    message: expect.stringContaining("rejected it because its time doesn't fit."),
    decision: { kind: 'time', reason: null },
  });
  expect(await told()).toEqual([
    expect.stringMatching(/:\n|\. What they said.*\n- It used words that the page does not use: "cheap"$/s),
  ]);
  expect((await told()).join()).not.toContain('time');
});

test('a change ends the rejection, and its reason with it', async () => {
  const body = { facebookPageId: scene.pageId, content: 'Cheap bread!' };
  const { id } = (await scene.here.call(contract.createProposal, { body })).body;
  await reject(id, { kind: 'words', reason: 'cheap' });
  const changed = await scene.here.call(contract.changeProposal, { params: { id }, body: { content: 'Fair bread!' } });
  expect(changed.body).toMatchObject({ state: 'waiting', decision: null });
  expect(await told()).toEqual([]);
});

test('a kind that is none, and too many words, are refused', async () => {
  const body = { facebookPageId: scene.pageId, content: 'Bread!' };
  const { id } = (await scene.here.call(contract.createProposal, { body })).body;
  expect((await reject(id, { kind: 'ugly' as never })).status).toBe(400);
  expect((await reject(id, { kind: 'tone', reason: 'x'.repeat(1001) })).status).toBe(400);
});
