import type { ProductClient } from './product-client.ts';

/** Says where a staged version can be looked at: for the pull request it came from. */
export async function tellPreview(client: ProductClient, version: string): Promise<void> {
  const link = await client.preview(version);
  if (link === null) return;
  console.log(`Preview until ${link.expiresAt.slice(0, 16).replace('T', ' ')} UTC: ${link.url}`);
}
