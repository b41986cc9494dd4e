import { facebookConfig, listPages } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';

export const config = () => apiQuery(facebookConfig);
export const pages = () => apiQuery(listPages);
