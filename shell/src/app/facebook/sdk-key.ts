/** The cache key of the SDK, for whoever does not need the SDK itself. */
export const SDK_KEY = ['facebook-sdk'] as const;
