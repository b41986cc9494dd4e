/** Where a post of any status tells what happened to it. */
export const timelineOf = (postId: number): string => `/history/post?id=${postId}`;
