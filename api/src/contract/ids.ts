import * as z from 'zod/mini';
import { FacebookId, RowId } from './common.ts';

/**
 * Ids that would all be a number or a text otherwise: one of another kind in its place does not compile. On the wire
 * they are what they were.
 */

/** Our row of a page. What Facebook calls the page is its `GraphPageId`. */
export const PageId = RowId.brand<'PageId'>();
export type PageId = z.output<typeof PageId>;

/** What Facebook calls a page. */
export const GraphPageId = FacebookId.brand<'GraphPageId'>();
export type GraphPageId = z.output<typeof GraphPageId>;

export const PostId = RowId.brand<'PostId'>();
export type PostId = z.output<typeof PostId>;

/** An account's row: of a person, in one environment. */
export const UserId = RowId.brand<'UserId'>();
export type UserId = z.output<typeof UserId>;

/** A token of a person, or what stands for an assistant that they connected. */
export const TokenId = RowId.brand<'TokenId'>();
export type TokenId = z.output<typeof TokenId>;

export const byToken = z.strictObject({ id: TokenId });
export const byPost = z.strictObject({ id: PostId });
export const byPage = z.strictObject({ id: PageId });

/** Pages that one composition goes to at most. */
export const COMPOSITION_MAX_PAGES = 100;
