/** There was no usable response. `cause` is the error of fetch, or the reason why the response could not be read. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(url: string, cause: unknown) {
    super(
      `No response from ${new URL(url).origin}: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}
