import * as contract from '../contract/index.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { DRAFT_FIELDS, SHEET_READING, someId } from './builders.ts';
import type { Fixtures } from './person-fixtures.ts';

/** Every call that the contract declares, by its name. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(contract).filter(
    (entry): entry is [string, Endpoint & (typeof entry)[1]] =>
      typeof entry[1] === 'object' && 'method' in entry[1] && 'path' in entry[1],
  ),
);

/** A call as somebody means it. */
export interface Sample {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  /** What the owner of the fixtures, or who may, is answered; the status of success when left out. */
  readonly owner?: number;
  /**
   * What everybody else is answered who may make the call, but does not own what it names; as the owner when left out.
   */
  readonly others?: number;
}

const draft = { content: 'Nasi lemak from seven.', status: 'draft' };
const HISTORY = { name: 'mf_history' };
const SOME_HASH = '0a'.repeat(48);
const post = ({ draft: id }: Fixtures) => ({ params: { id } });

/** A right call of each endpoint of the contract, about the fixtures of somebody. */
export const SAMPLES: Readonly<Record<string, (fixtures: Fixtures) => Sample>> = {
  currentUser: () => ({}),
  logout: () => ({}),
  logoutEverywhere: () => ({}),
  facebookConfig: () => ({}),
  facebookLogin: ({ owner }) => ({ body: { userID: owner.facebookId, accessToken: 'made up' }, owner: 401 }),

  listPages: () => ({}),
  checkPagesStatus: () => ({}),
  listPageWarnings: () => ({}),
  syncPage: ({ page }) => ({ body: { name: 'A page', pageId: page.pageId, accessToken: 'made up' }, owner: 400 }),
  connectPage: () => ({ body: { name: 'A page', pageId: someId(), accessToken: 'made up' }, owner: 400 }),
  removePage: ({ page }) => ({ params: { id: page.id }, others: 404 }),

  listPostsByStatus: () => ({ params: { status: 'draft' } }),
  listPosts: () => ({ query: { page: 1, limit: 5 } }),
  listWaitingPosts: () => ({ query: { for: 'time' } }),
  calendarPosts: () => ({ query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } }),
  readPost: (fixtures) => ({ ...post(fixtures), others: 404 }),
  duplicatePost: (fixtures) => ({ ...post(fixtures), body: { scheduledAt: '2099-01-01T00:00:00Z' }, others: 404 }),
  checkPost: ({ page }) => ({ body: { content: 'Nasi lemak from seven.', facebookPageId: page.id }, others: 404 }),
  checkClaims: ({ page }) => ({
    body: { content: 'Nasi lemak for RM 6.50.', brief: 'Nasi lemak', facebookPageId: page.id },
    others: 404,
  }),
  readPageVoice: ({ page }) => ({ params: { id: page.id }, others: 404 }),
  savePageVoice: ({ page }) => ({
    params: { id: page.id },
    body: { voice: { ...contract.NO_VOICE, tone: 'Warm, like a neighbour' }, revision: 0 },
    others: 404,
  }),
  proposePageVoice: ({ page }) => ({ params: { id: page.id }, owner: 409, others: 404 }),
  showPrompt: ({ page }) => ({
    body: { prompt: 'Write about nasi lemak', facebookPageId: page.id },
    others: 404,
  }),
  listDrafts: () => ({}),
  readDraft: ({ composed }) => ({ params: { key: composed }, others: 404 }),
  saveDraft: ({ composed }) => ({
    params: { key: composed },
    body: { revision: 1, fields: { ...DRAFT_FIELDS, manual: 'Nasi lemak from eight.' } },
    others: 404,
  }),
  deleteDraft: ({ composed }) => ({ params: { key: composed } }),
  createPost: ({ page }) => ({ body: { ...draft, facebookPageId: page.id }, others: 404 }),
  changeManyPosts: ({ draft: id }) => ({
    body: { postIds: [id], change: { kind: 'delete' } },
    others: 404,
  }),
  undoBulkChange: ({ bulkChange }) => ({ params: { id: bulkChange }, others: 404 }),
  createComposition: ({ page }) => ({
    body: { ...draft, pages: [{ facebookPageId: page.id, content: 'For this page alone.' }] },
    others: 404,
  }),
  readComposition: ({ composition }) => ({ params: { id: composition }, others: 404 }),
  updateComposition: ({ composition }) => ({ params: { id: composition }, body: { content: 'Changed.' }, others: 404 }),
  deleteComposition: ({ composition }) => ({ params: { id: composition }, others: 404 }),
  readLink: () => ({ body: { address: 'http://127.0.0.1/' }, owner: 400 }),
  readSourceFile: () => ({ query: { name: 'menu.txt' }, owner: 415 }),
  showSource: ({ source }) => ({ params: { id: source }, others: 404 }),

  listFeeds: () => ({}),
  addFeed: ({ page }) => ({ body: { facebookPageId: page.id, address: 'http://127.0.0.1/' }, owner: 400, others: 404 }),
  updateFeed: ({ feed }) => ({ params: { id: feed }, body: { isPaused: true }, others: 404 }),
  deleteFeed: ({ feed }) => ({ params: { id: feed }, others: 404 }),

  uploadSheet: () => ({ query: { name: 'posts.csv' }, owner: 415 }),
  previewSheet: ({ sheet }) => ({ params: { id: sheet }, body: { reading: SHEET_READING }, others: 404 }),
  readSheetRow: ({ sheet }) => ({ params: { id: sheet, row: 1 }, others: 404 }),
  updateSheetRow: ({ sheet }) => ({
    params: { id: sheet, row: 1 },
    body: { columns: ['page', 'text'], cells: { text: 'Hello' } },
    others: 404,
  }),
  checkSheetImages: ({ sheet }) => ({ params: { id: sheet }, body: { reading: SHEET_READING }, others: 404 }),
  importSheet: ({ sheet }) => ({ params: { id: sheet }, body: { reading: SHEET_READING }, others: 404 }),
  listPagePlans: () => ({}),
  replacePagePlans: ({ page }) => ({
    body: { pages: [{ facebookPageId: page.id, revision: 0 }], timeZone: null, slots: [{ day: 1, time: '09:00' }] },
    others: 404,
  }),
  freeSlots: () => ({}),
  listPageMembers: ({ page }) => ({ params: { id: page.id }, others: 404 }),
  invitePageMember: ({ page }) => ({ params: { id: page.id }, body: { role: 'editor' }, others: 404 }),
  updatePageMember: ({ page, pageMember }) => ({
    params: { id: page.id, memberId: pageMember },
    body: { role: 'approver' },
    others: 404,
  }),
  removePageMember: ({ page, pageMember }) => ({ params: { id: page.id, memberId: pageMember }, others: 404 }),
  deletePageInvitation: ({ page, pageInvitation }) => ({
    params: { id: page.id, invitationId: pageInvitation },
    others: 404,
  }),
  listSharedPages: () => ({}),
  // To a page of one's own nobody needs an invitation.
  acceptPageInvitation: ({ invitation: { code } }) => ({ body: { code }, owner: 409, others: 200 }),
  listQueue: () => ({ query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } }),
  // It is for what others have planned.
  readQueuedPost: ({ published }) => ({ params: { id: published }, owner: 404 }),
  listLinkLimits: () => ({}),
  setLinkLimit: ({ page }) => ({ params: { id: page.id }, body: { limit: 2, holds: true }, others: 404 }),
  listRecurrences: () => ({}),
  readRecurrence: ({ recurrence }) => ({ params: { id: recurrence }, others: 404 }),
  previewRecurrence: () => ({ body: { rule: 'FREQ=WEEKLY;BYDAY=MO', timeOfDay: '09:00' } }),
  createRecurrence: ({ page }) => ({
    body: { facebookPageId: page.id, rule: 'FREQ=DAILY', timeOfDay: '09:00', texts: [{ content: 'Again.' }] },
    others: 404,
  }),
  updateRecurrence: ({ recurrence }) => ({ params: { id: recurrence }, body: { timeOfDay: '10:00' }, others: 404 }),
  deleteRecurrence: ({ recurrence }) => ({ params: { id: recurrence }, others: 404 }),
  listPageGroups: () => ({}),
  createPageGroup: ({ page }) => ({ body: { name: 'Kedai KL', pageIds: [page.id] }, others: 404 }),
  updatePageGroup: ({ pageGroup }) => ({ params: { id: pageGroup }, body: { name: 'Kedai' }, others: 404 }),
  deletePageGroup: ({ pageGroup }) => ({ params: { id: pageGroup }, others: 404 }),
  updatePost: (fixtures) => ({ ...post(fixtures), body: { content: 'Changed.' }, others: 404 }),
  deletePost: (fixtures) => ({ ...post(fixtures), others: 404 }),
  publishPost: (fixtures) => ({ ...post(fixtures), body: { pageId: fixtures.page.id }, owner: 422, others: 404 }),
  undoPublish: (fixtures) => ({ ...post(fixtures), others: 404 }),
  publishOutcome: (fixtures) => ({ ...post(fixtures), others: 404 }),
  resolvePost: (fixtures) => ({ ...post(fixtures), body: { as: 'out' }, owner: 409, others: 404 }),
  postPerformance: ({ published }) => ({ params: { id: published }, owner: 409, others: 404 }),
  postResults: ({ published }) => ({ query: { ids: String(published) } }),
  readBestHours: ({ page }) => ({ params: { id: page.id }, others: 404 }),
  readPageMonth: ({ page }) => ({ params: { id: page.id }, query: { month: '2026-11' }, others: 404 }),
  postTimeline: ({ published }) => ({ params: { id: published }, others: 404 }),
  publishMediaPost: ({ page }) => ({
    body: { content: 'At once.', pageId: page.id, mediaType: 'text' },
    owner: 422,
    others: 404,
  }),
  uploadMedia: () => ({ query: { kind: 'image' }, owner: 415 }),
  fetchImage: () => ({ body: { address: 'http://example.com/red.png' }, owner: 400 }),
  finishUpload: ({ upload }) => ({ params: { id: upload }, body: { kind: 'image' }, others: 404 }),
  listLibrary: () => ({ query: { text: 'kaya' } }),
  readLibraryFile: ({ file }) => ({ params: { id: file }, others: 404 }),
  updateLibraryFile: ({ file }) => ({ params: { id: file }, body: { altText: 'Toast' }, others: 404 }),
  keepVideoFrame: ({ file }) => ({ params: { id: file }, owner: 415, others: 404 }),
  // There are no bytes of it.
  cropLibraryFile: ({ file }) => ({
    params: { id: file },
    body: { shape: 'square', focus: { x: 0.5, y: 0.5 } },
    owner: 404,
    others: 404,
  }),
  deleteMedia: ({ file }) => ({ params: { id: file }, others: 404 }),
  publishToFiztech: () => ({ body: { content: { title: 'Title', body: 'Text.' }, contentType: 'news' }, owner: 422 }),

  dashboardStats: () => ({}),
  dashboardActivity: () => ({}),
  dashboardTrend: () => ({}),
  firstSteps: () => ({}),
  updateFirstSteps: () => ({ body: { isDismissed: true } }),
  listNotifications: () => ({}),
  readNotifications: ({ notification }) => ({ body: { ids: [notification] } }),
  listWebhooks: () => ({}),
  listWebhookEvents: () => ({}),
  createWebhook: () => ({ body: { url: 'https://93.184.215.14/hooks', events: ['post.failed'] } }),
  updateWebhook: ({ webhook }) => ({ params: { id: webhook }, body: { name: 'Zapier' }, others: 404 }),
  deleteWebhook: ({ webhook }) => ({ params: { id: webhook }, others: 404 }),
  rotateWebhookSecret: ({ webhook }) => ({ params: { id: webhook }, others: 404 }),
  testWebhook: ({ webhook }) => ({ params: { id: webhook }, others: 404 }),
  listWebhookDeliveries: ({ webhook }) => ({ params: { id: webhook }, others: 404 }),
  readWebhookDelivery: ({ webhookDelivery: id }) => ({ params: { id }, others: 404 }),
  redeliverWebhook: ({ webhookDelivery: id }) => ({ params: { id }, others: 404 }),
  readNotificationChoices: () => ({}),
  updateNotificationChoices: () => ({ body: { choices: [{ kind: 'post_failed', channel: 'push', isOn: false }] } }),
  readPushKey: () => ({}),
  subscribeToPush: () => ({
    body: { endpoint: 'https://93.184.215.14/push/1', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
  }),
  unsubscribeFromPush: () => ({ body: { endpoint: 'https://93.184.215.14/push/1' } }),
  readSettings: () => ({}),
  updateSettings: () => ({ body: { theme: 'dark' } }),
  listDataExports: () => ({}),
  createDataExport: () => ({}),
  deleteDataExport: ({ dataExport }) => ({ params: { id: dataExport }, others: 404 }),
  listTokens: () => ({}),
  createToken: ({ page }) => ({
    body: { name: 'CI', scopes: ['read'], pageIds: [page.pageId], needsApproval: true },
    others: 404,
  }),
  deleteToken: ({ token }) => ({ params: { id: token }, others: 404 }),
  readStatus: () => ({}),
  deleteAllData: () => ({}),
  deletionStatus: () => ({ params: { code: 'nobodysCode' }, owner: 404 }),
  listRemotes: () => ({}),
  reportRemoteLoad: () => ({ body: { name: 'mf_history', version: '1.0.0', phase: null, durationMs: 120 } }),
  reportVisit: () => ({
    body: { shell: '/main.0a1b2c3d.js', views: [], errors: [], failedCalls: [], vitals: [] },
  }),
  listVersionFigures: () => ({}),
  listVersionErrors: () => ({ params: { name: 'mf_history', version: '1.0.0' } }),
  listReleases: () => ({}),
  listReleaseTokens: () => ({}),
  createReleaseToken: () => ({ body: { name: 'CI', area: 'mf-history', rights: ['stage', 'move'] } }),
  deleteReleaseToken: ({ releaseToken }) => ({ params: { id: releaseToken } }),
  readReleasedArea: () => ({ params: HISTORY }),
  planRelease: () => ({ params: HISTORY, body: { files: [{ hash: SOME_HASH, bytes: 10 }] } }),
  sendReleaseFile: () => ({ params: { ...HISTORY, hash: SOME_HASH }, query: { offset: 0, bytes: 10 }, owner: 415 }),
  releaseVersion: () => ({
    params: HISTORY,
    body: { files: [{ path: 'release.json', hash: SOME_HASH, bytes: 10 }], as: 'trial', commit: 'abcdef012345' },
    owner: 422,
  }),
  listReleasedUses: () => ({ params: HISTORY }),
  readReleaseParts: () => ({ params: { ...HISTORY, version: '1.0.0' }, owner: 404 }),
  moveReleasedArea: () => ({ params: HISTORY, body: { version: '1.0.0', isDirty: false }, owner: 404 }),
  createRobotPass: () => ({ params: { ...HISTORY, version: '1.0.0' }, owner: 404 }),
  reportRobot: () => ({ params: { ...HISTORY, version: '1.0.0' }, body: { outcome: 'passed' }, owner: 404 }),
  listReleaseShares: () => ({}),
  shareRelease: () => ({ params: HISTORY, body: { version: '1.0.0', percent: 5 }, owner: 404 }),
  promoteShare: () => ({ params: HISTORY, owner: 404 }),
  abortShare: () => ({ params: HISTORY, owner: 404 }),
  shareReleasedArea: () => ({ params: HISTORY, body: { version: '1.0.0', percent: 5 }, owner: 404 }),
  promoteReleasedArea: () => ({ params: HISTORY, owner: 404 }),
  abortReleasedArea: () => ({ params: HISTORY, owner: 404 }),
  moveRelease: () => ({ params: { name: 'mf_history' }, body: { version: null, revision: 0 }, owner: 404 }),
  createPreviewLink: () => ({ params: HISTORY, body: { version: '1.0.0' }, owner: 404 }),
  createTeamPreviewLink: () => ({ params: HISTORY, body: { version: '1.0.0' }, owner: 404 }),
  openPreview: () => ({ body: { ...HISTORY, version: '1.0.0', key: `t6ok3f.${'x'.repeat(43)}` }, owner: 404 }),

  generateContent: ({ page }) => ({ body: { prompt: 'Kaya toast', facebookPageId: page.id }, others: 404 }),
  rewriteText: ({ page }) => ({
    body: { rewriting: 'shorten', text: 'Kaya toast and kopi from seven, every day.', facebookPageId: page.id },
    others: 404,
  }),
  estimateRewriting: ({ page }) => ({
    body: { rewriting: 'to-malay', text: 'Kaya toast and kopi from seven.', facebookPageId: page.id },
    others: 404,
  }),
  writeVariants: ({ page }) => ({ body: { prompt: 'Kaya toast', facebookPageId: page.id }, others: 404 }),
  estimateVariants: ({ page }) => ({ body: { prompt: 'Kaya toast', facebookPageId: page.id }, others: 404 }),
  stopWriting: () => ({ params: { id: 999_999 }, owner: 404 }),
  generateFiztechContent: () => ({ body: { contentType: 'news', newsCategory: 'Gaming' } }),
  automationSettings: () => ({}),
  saveAutomationSettings: ({ page }) => ({
    body: { pageConfigurations: [{ pageId: page.id, isEnabled: true, contentCount: 1, contentScope: '' }] },
    others: 404,
  }),
  startAutomation: () => ({}),
  stopAutomation: () => ({}),
  resumeAutomationPage: ({ page }) => ({ params: { id: page.id }, others: 404 }),
  automationQueue: () => ({}),
  clearAutomationQueue: () => ({}),
  editSlot: ({ automationDraft }) => ({
    params: { id: automationDraft.id },
    body: { content: 'Changed.', contentHash: automationDraft.hash },
    others: 404,
  }),
  approveSlot: ({ automationDraft }) => ({
    params: { id: automationDraft.id },
    body: { contentHash: automationDraft.hash },
    others: 404,
  }),
  listProposals: () => ({}),
  countProposals: () => ({}),
  readProposal: ({ proposal }) => ({ params: { id: proposal.id }, others: 404 }),
  createProposal: ({ page }) => ({
    body: { facebookPageId: page.id, content: 'Nasi lemak from seven.', scheduledAt: '2099-01-01T00:00:00Z' },
    others: 404,
  }),
  changeProposal: ({ proposal }) => ({ params: { id: proposal.id }, body: { content: 'Changed.' }, others: 404 }),
  withdrawProposal: ({ proposal }) => ({ params: { id: proposal.id }, others: 404 }),
  approveProposal: ({ proposal }) => ({
    params: { id: proposal.id },
    body: { contentHash: proposal.hash },
    others: 404,
  }),
  listApprovalRules: () => ({}),
  writeApprovalRule: ({ page }) => ({
    params: { id: page.id },
    body: { kinds: ['story'], postsPerDay: 2 },
    others: 404,
  }),
  endApprovalRule: ({ page }) => ({ params: { id: page.id }, others: 404 }),
  rejectProposal: ({ proposal }) => ({
    params: { id: proposal.id },
    body: { reason: 'Not now.', contentHash: proposal.hash },
    others: 404,
  }),
  skipSlot: ({ automationDraft }) => ({ params: { id: automationDraft.id }, others: 404 }),
  listAutomationCycles: () => ({}),
  fetchOembed: () => ({ body: { url: contract.OEMBED_EXAMPLES[0] } }),

  validateInvitation: ({ invitation }) => ({ body: { code: invitation.code } }),
  redeemInvitationCode: ({ invitation }) => ({
    body: { code: invitation.code, facebookId: someId(), name: 'A guest' },
    owner: 400,
  }),
  listInvitationCodes: () => ({}),
  createInvitationCode: () => ({ body: { code: `NEW-${someId()}` } }),
  deleteInvitationCode: ({ invitation }) => ({ params: { id: invitation.id } }),

  readMailSettings: () => ({}),
  updateMailSettings: ({ page }) => ({ body: { isOn: true, mutedPageIds: [page.id] }, others: 404 }),
  changeMailAddress: () => ({ body: { address: `${someId()}@example.com` } }),
  removeMailAddress: () => ({}),
  readMailServer: () => ({}),
  updateMailServer: () => ({
    body: { url: 'smtp://127.0.0.1:1', sender: 'pagecast@example.com', testTo: 'admin@example.com' },
    owner: 503,
  }),
  removeMailServer: () => ({}),
  noteBounce: () => ({ body: { address: 'nobody@example.com' } }),
  readApiConfig: () => ({}),
  updateApiConfig: () => ({ body: { fiztechApiKey: 'another-key' } }),
  testApiKey: () => ({ body: { key: 'openai' } }),
  readAiModel: () => ({}),
  startModelExam: () => ({ body: { model: 'gpt-5.4', prompts: { post: 99 } }, owner: 400 }),
  readModelExam: () => ({ params: { id: 2_000_000_000 }, owner: 404 }),
  stopModelExam: () => ({ params: { id: 2_000_000_000 }, owner: 404 }),
  chooseAiModel: () => ({ body: { examId: 2_000_000_000 }, owner: 404 }),
  listEnvironments: () => ({}),
  listFacebookApps: () => ({}),
  addFacebookApp: () => ({ body: { appId: someId(), appSecret: 'secret', appMode: 'test', isActive: false } }),
  updateFacebookApp: ({ app }) => ({ params: { id: app }, body: { description: 'Changed' } }),
  deleteFacebookApp: ({ app }) => ({ params: { id: app } }),
  listAccessEntries: () => ({}),
  listMockablePeople: () => ({}),
  addAccessEntry: () => ({ body: { facebookId: someId(), name: 'A guest', type: 'whitelist' } }),
  removeAccessEntry: ({ entry }) => ({ params: { id: entry } }),
  changeAccessRole: ({ entry }) => ({ params: { id: entry }, body: { role: 'admin' } }),
  listLoginActivity: () => ({ query: { page: 1, search: 'Siti' } }),
  listAuditLog: () => ({ query: { page: 1 } }),
  startImpersonation: ({ owner }) => ({ body: { facebookId: owner.facebookId } }),
  stopImpersonation: () => ({ owner: 409 }),
};

/** The sample of a call by its name. @throws Error for a call that has none */
export function sampleOf(name: string, fixtures: Fixtures): Sample {
  const sample = SAMPLES[name];
  if (sample === undefined) throw new Error(`The call ${name} of the contract has no sample in contract-calls.ts`);
  return sample(fixtures);
}

/** Without what the tests expect. */
export function inputOf({ params, query, body }: Sample): Pick<Sample, 'params' | 'query' | 'body'> {
  return { ...(params && { params }), ...(query && { query }), ...(body && { body }) };
}
