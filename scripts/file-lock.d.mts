export declare function isRunning(pid: number): boolean;
export declare function withFileLock<T>(folder: string, work: () => T | Promise<T>): Promise<T>;
