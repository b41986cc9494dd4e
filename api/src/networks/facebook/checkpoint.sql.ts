/**
 * The video that an attempt has begun to bring to Facebook, in SQL; null where it has none.
 * @param attempt the name of its row
 */
export const videoOf = (attempt: string) => `${attempt}.checkpoint ->> 'videoId'`;
