export declare function withFileLock<T>(folder: string, work: () => T | Promise<T>): Promise<T>;
