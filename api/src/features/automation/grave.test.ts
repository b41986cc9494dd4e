import { expect, test } from 'vitest';
import { automationScene } from '../../testing/automation-scene.ts';

const scene = automationScene();
const { save, start, queue, tick, aiSays } = scene;
const MALAY = 'Selamat pagi semua. Roti segar kami sudah siap untuk anda dan keluarga pada hari ini.';

async function written(text: string, choice: Parameters<typeof save>[0] = {}) {
  await save({ contentScope: 'Write about fresh bread.', holdsUnsourced: false, ...choice });
  await start();
  await aiSays({ type: 'ai-answer', text });
  await tick();
  return (await queue())[0];
}

test('a text in another language than the page’s waits for its owner, whatever the page may publish', async () => {
  expect(await written(MALAY)).toMatchObject({
    state: 'draft',
    reason: {
      code: 'wrong_language',
      message: "This post isn't in English. It looks like Bahasa Melayu.",
    },
  });
});

test('a text that the AI’s provider would take down waits for its owner', async () => {
  expect(await written('Fresh bread from us, you stupid idiots.')).toMatchObject({
    state: 'draft',
    reason: { code: 'objectionable' },
  });
});

test('a page that asks for Manglish gets it, and a text in its language goes out', async () => {
  expect(await written(MALAY, { contentScope: 'Write in Manglish.' })).toMatchObject({ state: 'ready', reason: null });
});

test('a text in the language of its page goes out', async () => {
  expect(await written(MALAY, { language: 'Bahasa Melayu' })).toMatchObject({ state: 'ready', reason: null });
});
