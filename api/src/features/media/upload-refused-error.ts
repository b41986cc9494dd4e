import { AppError } from '../../http/errors.ts';

/** A no of the upload protocol, with the status that its clients understand. */
export class UploadRefusedError extends AppError {
  override readonly name = 'UploadRefusedError';
  readonly status: number;
  readonly code = 'upload_refused';

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, {}, options);
    this.status = status;
  }
}
