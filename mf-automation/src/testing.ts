import type { AutomationCycle, AutomationSettings, PageConfiguration, Proposal, Slot } from '@pagecast/api/contract';

/** Valid things; a test names only what matters to it. */
export function buildConfiguration(part: Partial<PageConfiguration> = {}): PageConfiguration {
  return {
    pageId: 7,
    pageName: 'Corner Bakery',
    isEnabled: true,
    isAvailable: true,
    contentCount: 4,
    contentScope: 'Bread and what happens around the oven.',
    language: 'English',
    mode: 'publish',
    intervalMinutes: 90,
    postsThatFit: 4,
    pause: null,
    problem: null,
    ...part,
  };
}

export function buildSettings(part: Partial<AutomationSettings> = {}): AutomationSettings {
  return {
    regenerationFrequency: 6,
    isEnabled: false,
    lastRunAt: null,
    nextRunAt: null,
    status: 'inactive',
    now: new Date().toISOString(),
    problem: null,
    budget: { spentMicros: 120_000, limitMicros: 2_000_000, resetsAt: new Date(Date.now() + 3_600_000).toISOString() },
    pageConfigurations: [buildConfiguration()],
    ...part,
  };
}

export function buildSlot(part: Partial<Slot> = {}): Slot {
  return {
    id: 1,
    pageId: 7,
    pageName: 'Corner Bakery',
    cycleId: 3,
    cycleStartAt: new Date().toISOString(),
    mode: 'publish',
    contentType: 'story',
    dueAt: new Date(Date.now() + 3_600_000).toISOString(),
    state: 'ready',
    content: 'The first loaves come out at six.',
    contentHash: 'a'.repeat(64),
    postId: 70,
    problem: null,
    ...part,
  };
}

export function buildCycle(part: Partial<AutomationCycle> = {}): AutomationCycle {
  return {
    id: 1,
    startedAt: new Date(Date.now() - 3_600_000).toISOString(),
    isCatchUp: false,
    planned: 4,
    made: 4,
    published: 4,
    waiting: 0,
    calls: 4,
    skipped: [],
    costMicros: 4200,
    inputTokens: 1200,
    outputTokens: 900,
    ...part,
  };
}

export function buildProposal(part: Partial<Proposal> = {}): Proposal {
  return {
    id: '1',
    source: 'agent',
    state: 'waiting',
    message: 'Not published.',
    isRepeat: false,
    facebookPageId: 7,
    pageName: 'Corner Bakery',
    content: 'The first loaves come out at six.',
    contentType: 'story',
    mediaType: 'text',
    placement: 'feed',
    media: [],
    scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
    contentHash: 'a'.repeat(64),
    note: null,
    proposedBy: { name: 'Siti Aminah', tokenName: 'Helper' },
    proposedAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    reasons: [],
    similar: null,
    former: null,
    decision: null,
    postId: null,
    permalinkUrl: null,
    publishedAt: null,
    problem: null,
    ...part,
  };
}
