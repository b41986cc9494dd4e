import { listPostsByStatus, type PostStatus } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';

export const postsWith = (status: PostStatus) => apiQuery(listPostsByStatus, { params: { status } });
