import type { QueryClient } from '@tanstack/react-query';
import { sdkSession } from './sdk.ts';
import { allSdkPages, syncPages } from './sdk-pages.ts';
import { sdkQuery } from './use-sdk.ts';

/** Gives the server the tokens of all pages. Without a session at Facebook there is nothing to refresh. */
export async function refreshTokens(client: QueryClient): Promise<void> {
  const { sdk } = await client.fetchQuery(sdkQuery);
  if ((await sdkSession(sdk)) === null) return;
  await syncPages(client, await allSdkPages(sdk));
}
