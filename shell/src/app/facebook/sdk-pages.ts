import { syncPage } from '@pagecast/api/contract';
import type { QueryClient } from '@tanstack/react-query';
import { callApi, refresh } from '../../kit/index.ts';
import { sdkApi, type Sdk } from './sdk.ts';

/** A page as the SDK lists it. Source: spec section 3. */
export interface SdkPage {
  id: string;
  name: string;
  access_token?: string;
  category?: string | null;
}

interface PageList {
  data: SdkPage[];
  paging?: { cursors?: { after?: string }; next?: string };
}

const FIELDS = 'name,access_token,category';
/** Enough for 2,500 pages; ends a list whose cursors run in a circle. */
const MOST_REQUESTS = 100;

/** The first part of the list, as the login sends it along. The server reads the whole list itself. */
export async function firstSdkPages(sdk: Sdk): Promise<SdkPage[]> {
  const { data } = await sdkApi<PageList>(sdk, '/me/accounts', { fields: FIELDS });
  return data;
}

/** Every page of the person, part by part to the end. */
export async function allSdkPages(sdk: Sdk): Promise<SdkPage[]> {
  const pages: SdkPage[] = [];
  let after: string | undefined;
  for (let request = 0; request < MOST_REQUESTS; request += 1) {
    const part = await sdkApi<PageList>(sdk, '/me/accounts', { fields: FIELDS, ...(after !== undefined && { after }) });
    pages.push(...part.data);
    after = part.paging?.cursors?.after;
    if (part.paging?.next === undefined || after === undefined) break;
  }
  return pages;
}

/**
 * Gives the server the present token of each page. One that fails is logged only: the others still count. Source: spec
 * section 4.
 */
export async function syncPages(client: QueryClient, pages: readonly SdkPage[]): Promise<void> {
  for (const { id, name, access_token: accessToken } of pages) {
    if (accessToken === undefined) continue;
    try {
      await callApi(syncPage, { body: { name, pageId: id, accessToken } });
    } catch (error) {
      console.warn(`The page ${name} could not be synced`, error);
    }
  }
  refresh(client, syncPage);
}
