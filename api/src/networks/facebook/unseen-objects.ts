import * as z from 'zod';
import type { GraphPageId } from '../../contract/ids.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, isGraphFailure } from '../../facebook/graph-errors.ts';

const Unpublished = z.object({
  id: z.string(),
  created_time: z.coerce.date(),
  application: z.object({ id: z.string() }).optional(),
});
const Deleted = z.object({ success: z.literal(true) });

/** By whom a page is asked. */
interface Access {
  readonly graph: GraphClient;
  readonly app: FacebookApp;
  readonly token: string;
}

/** The ids of what our app made on the page in that time, and never showed. */
export async function unpublishedOf(
  { graph, app, token }: Access,
  pageId: GraphPageId,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const listed = await graph.list({
    path: `${pageId}/feed`,
    token,
    app,
    answer: Unpublished,
    params: {
      is_published: false,
      fields: 'id,created_time,application',
      since: Math.floor(from.getTime() / 1000),
      until: Math.ceil(to.getTime() / 1000),
    },
  });
  return listed
    .filter(({ application, created_time: at }) => application?.id === app.appId && at >= from && at <= to)
    .map(({ id }) => id);
}

/**
 * Takes away what nobody sees; gone is what was asked for.
 * @throws GraphError or GraphTransportError where it is still there
 */
export async function removeUnseen({ graph, app, token }: Access, id: string): Promise<void> {
  try {
    await graph.delete({ path: id, token, app, answer: Deleted });
  } catch (error) {
    if (!(error instanceof GraphError) || !error.isGone) throw error;
  }
}

/** The same, and whether it is gone. */
export function isUnseenRemoved(access: Access, id: string): Promise<boolean> {
  return removeUnseen(access, id).then(
    () => true,
    (error: unknown) => {
      if (!isGraphFailure(error)) throw error;
      return false;
    },
  );
}
