import { dashboardActivity, dashboardStats, listPages, listPageWarnings, listPostsByStatus } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';

export const stats = () => apiQuery(dashboardStats);
export const activity = () => apiQuery(dashboardActivity);
export const warnings = () => apiQuery(listPageWarnings);
export const pages = () => apiQuery(listPages);
export const scheduledPosts = () => apiQuery(listPostsByStatus, { params: { status: 'scheduled' } });
