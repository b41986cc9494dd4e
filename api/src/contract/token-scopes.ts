/**
 * What a token lets a program do: read, write drafts, plan posts, publish at once, bring files. Each stands for itself:
 * none includes another.
 */
export const TOKEN_SCOPES = ['read', 'draft', 'schedule', 'publish', 'media'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
