import { automationQueue, automationSettings, listAutomationCycles } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';

export const settingsQuery = () => apiQuery(automationSettings);
export const queueQuery = () => apiQuery(automationQueue);
export const cyclesQuery = () => apiQuery(listAutomationCycles);
