import {
  automationSettings,
  countProposals,
  dashboardActivity,
  dashboardStats,
  dashboardTrend,
  firstSteps as readFirstSteps,
  listPages,
  listPageWarnings,
  listWaitingPosts,
} from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';

/** More would push everything else off the screen; all of them are one press away. */
export const UPCOMING_SHOWN = 5;

export const stats = () => apiQuery(dashboardStats);
export const waiting = () => apiQuery(countProposals);
export const trend = () => apiQuery(dashboardTrend);
export const activity = () => apiQuery(dashboardActivity);
export const warnings = () => apiQuery(listPageWarnings);
export const pages = () => apiQuery(listPages);
export const upcomingPosts = () => apiQuery(listWaitingPosts, { query: { for: 'time', limit: UPCOMING_SHOWN } });
export const firstSteps = () => apiQuery(readFirstSteps);
export const automation = () => apiQuery(automationSettings);
