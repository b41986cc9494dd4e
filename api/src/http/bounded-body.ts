/** More came than anything sensible would be. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * The same answer, whose body breaks off with BodyTooLargeError behind `limitBytes`: memory is not for others to fill.
 */
export function boundedBody(response: Response, limitBytes: number): Response {
  if (response.body === null) return response;
  let seen = 0;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.length;
        if (seen > limitBytes) controller.error(new BodyTooLargeError(`The answer has more than ${limitBytes} bytes`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
}
