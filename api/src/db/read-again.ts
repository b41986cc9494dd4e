import { isDeadlock } from './database-errors.ts';

/**
 * Reads once more where a deadlock ended the first try, as when a migration takes two tables that the read takes in
 * another order: it goes through after that.
 * @param read changes nothing
 */
export async function readAgain<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    return read();
  }
}
