/** Backup or restore cannot go on. The message is for the person at the command line. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
