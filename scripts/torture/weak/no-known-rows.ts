/** Rows of a program's sheet are compared with nothing. */
export const knownAlready = (): Promise<number[]> => Promise.resolve([]);
