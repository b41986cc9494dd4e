import { DATA_EXPORT_KEPT_DAYS } from './contract/data-exports.ts';
import { SOURCE_KEPT_DAYS } from './contract/sources.ts';

/**
 * How long what is kept about people stays, where they do not delete it themselves. `docs/data.md` tells them, and a
 * test holds it to this.
 */
export const RETENTION = {
  readNotificationsDays: 90,
  /** What is to be told by mail, browser or webhook. */
  factsDays: 30,
  mailsDays: 30,
  loginDays: 7,
  /** Files that came into no post and no library: one may still be on its way. */
  unusedFilesHours: 24,
  waitingSheetsHours: 24,
  /** Of one person; older ones go. */
  waitingSheets: 10,
  /** So that the same file is known when it comes again. */
  importedSheetsDays: 400,
  /** What was read of links and files that texts are about. */
  sourcesDays: SOURCE_KEPT_DAYS,
  /** Which items a feed had, from the last time that it listed them. */
  feedItemsDays: 90,
  automationHistoryDays: 120,
  areaFiguresDays: 30,
  areaErrorsDays: 30,
  /** Older than any post that may still wait behind one. */
  loopGapsDays: 400,
  /** Longer than a post of Facebook may be looked for. */
  deletedPostsDays: 70,
  exportFilesDays: DATA_EXPORT_KEPT_DAYS,
  /** What became of an export. */
  exportsDays: 30,
} as const;
