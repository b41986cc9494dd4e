import { FACEBOOK_PERMISSIONS, type FacebookPermission } from '@pagecast/api/contract';
import { sdkApi, type AuthResponse, type Sdk } from './sdk.ts';

/** What each permission is for. Source: spec section 5. */
export const PERMISSION_PURPOSE: Record<FacebookPermission, string> = {
  pages_show_list: 'Display your business pages',
  pages_manage_posts: 'Publish content to your pages',
  pages_read_engagement: 'Read engagement for analytics',
};

export const DATA_USE = 'Your data is only used to manage social content and is not shared with third parties.';

/** The permissions that the person did not grant; they can untick each of them in Facebook's dialog. */
export async function missingPermissions(sdk: Sdk, auth: AuthResponse): Promise<FacebookPermission[]> {
  const granted =
    auth.grantedScopes === undefined
      ? await readGranted(sdk)
      : auth.grantedScopes.split(',').map((scope) => scope.trim());
  return granted === null ? [] : FACEBOOK_PERMISSIONS.filter((permission) => !granted.includes(permission));
}

/** Null when Facebook does not say: the server checks the token anyway. */
async function readGranted(sdk: Sdk): Promise<string[] | null> {
  try {
    const { data } = await sdkApi<{ data: { permission: string; status: string }[] }>(sdk, '/me/permissions', {});
    return data.filter(({ status }) => status === 'granted').map(({ permission }) => permission);
  } catch {
    return null;
  }
}
