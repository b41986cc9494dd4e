interface OpenaiErrorFields {
  http: number;
  message: string;
  type: string;
  code: string | null;
  param?: string | null;
}

/** A refusal in OpenAI's envelope. */
export class OpenaiError extends Error {
  override readonly name = 'OpenaiError';
  readonly fields: OpenaiErrorFields;
  constructor(fields: OpenaiErrorFields) {
    super(fields.message);
    this.fields = fields;
  }
  body(): { error: Record<string, unknown> } {
    const { message, type, param = null, code } = this.fields;
    return { error: { message, type, param, code } };
  }
}

export function invalidRequest(message: string, param: string | null = null, code: string | null = null): OpenaiError {
  return new OpenaiError({ http: 400, message, type: 'invalid_request_error', code, param });
}
