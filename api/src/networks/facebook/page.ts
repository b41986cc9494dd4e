import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { isFailure, type Failure } from '../failure.ts';
import type { Outgoing, OutgoingToPage } from '../target.ts';

/** Every post for Facebook has its page by the time that a target sees it. */
export function toPage(post: Outgoing): OutgoingToPage {
  if (post.page === null) throw new Error(`Post ${post.postId} has no page`);
  return { ...post, page: post.page };
}

/** Facebook leads this address on to the post wherever it lives. */
export function permalinkOf(id: string): string {
  return `https://www.facebook.com/${id}`;
}

const Node = z.object({ id: z.string() });

/** Whether this token sees the page, and one of the posts that are known to be on it. @returns why not, or null */
export async function controlPage(
  graph: GraphClient,
  { page }: OutgoingToPage,
  known: readonly string[],
): Promise<Failure | null> {
  const read = async (path: string): Promise<Failure | null> => {
    try {
      await graph.get({ path, params: { fields: 'id' }, token: page.token, app: page.app, answer: Node });
      return null;
    } catch (error) {
      if (!isFailure(error)) throw error;
      return error;
    }
  };
  let hindrance = await read(page.pageId);
  if (hindrance !== null) return hindrance;
  // Any of them will do: its owner may have deleted others.
  for (const id of known) {
    hindrance = await read(id);
    if (hindrance === null) return null;
  }
  return hindrance;
}
