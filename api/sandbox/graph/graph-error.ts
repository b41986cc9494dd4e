import { randomBytes } from 'node:crypto';

interface GraphErrorFields {
  code: number;
  message: string;
  subcode?: number | undefined;
  type?: string | undefined;
  isTransient?: boolean | undefined;
  userTitle?: string | undefined;
  userMessage?: string | undefined;
  data?: unknown;
  http?: number | undefined;
}

/** A refusal in Facebook's own words. */
export class GraphError extends Error {
  override readonly name = 'GraphError';
  readonly fields: GraphErrorFields;
  constructor(fields: GraphErrorFields) {
    super(fields.message);
    this.fields = fields;
  }
}

/** The HTTP status Facebook sends with a code. Clients must not classify by it. */
export function httpStatusOf(code: number): number {
  if (code === 1 || code === 2) return 500;
  if (code === 190) return 401;
  if (code === 10 || (code >= 200 && code < 300)) return 403;
  return 400;
}

export function graphErrorBody(fields: GraphErrorFields): { error: Record<string, unknown> } {
  const error: Record<string, unknown> = {
    message: fields.message,
    type: fields.type ?? 'OAuthException',
    code: fields.code,
  };
  if (fields.subcode !== undefined) error['error_subcode'] = fields.subcode;
  if (fields.isTransient !== undefined) error['is_transient'] = fields.isTransient;
  if (fields.userTitle !== undefined) error['error_user_title'] = fields.userTitle;
  if (fields.userMessage !== undefined) error['error_user_msg'] = fields.userMessage;
  if (fields.data !== undefined) error['error_data'] = fields.data;
  return { error: { ...error, fbtrace_id: traceId() } };
}

export function traceId(): string {
  return `A${randomBytes(12).toString('base64url')}`;
}

export function badParameter(message: string, parameter?: string): GraphError {
  return new GraphError({
    code: 100,
    message: `(#100) ${message}`,
    ...(parameter === undefined ? {} : { data: { blame_field_specs: [[parameter]] } }),
  });
}

/** The answer for an object that is not there, or not visible to this token: Facebook does not tell which. */
export function noSuchObject(id: string, method = 'get'): GraphError {
  return new GraphError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message:
      `Unsupported ${method.toLowerCase()} request. ` +
      `Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support ` +
      'this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api',
  });
}
