/** No usable answer came; `cause` is what fetch threw, or why the answer could not be read. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(url: string, cause: unknown) {
    super(
      `No answer from ${new URL(url).origin}: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}
