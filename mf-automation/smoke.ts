import {
  automationQueue,
  automationSettings,
  listAutomationCycles,
  saveAutomationSettings,
  startAutomation,
} from '@pagecast/api/contract';
import { samplePage } from '../scripts/release/smoke-samples.ts';
import { answer, smokeJourney } from '../scripts/release/smoke.ts';

const settings = {
  regenerationFrequency: 6,
  isEnabled: false,
  lastRunAt: null,
  nextRunAt: null,
  status: 'inactive' as const,
  now: '2026-01-05T09:00:00.000Z',
  problem: null,
  budget: { spentMicros: 120_000, limitMicros: 2_000_000, resetsAt: '2026-01-06T00:00:00.000Z' },
  pageConfigurations: [
    {
      pageId: samplePage.id,
      pageName: samplePage.name,
      isEnabled: true,
      isAvailable: true,
      contentCount: 4,
      contentScope: 'Bread and what happens around the oven.',
      language: 'English' as const,
      mode: 'draft' as const,
      intervalMinutes: 90,
      postsThatFit: 4,
      pause: null,
      problem: null,
    },
  ],
};

export default smokeJourney({
  answers: [
    answer(automationSettings, settings),
    answer(automationQueue, []),
    answer(listAutomationCycles, []),
    answer(saveAutomationSettings, settings),
    answer(startAutomation, settings),
  ],
  async run(robot) {
    await robot.open('/automation', 'Super Content Generator');
    await robot.see(samplePage.name);
    await robot.press('Start');
    await robot.hasCalled(startAutomation);
  },
});
