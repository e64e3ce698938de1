import { jest } from '@jest/globals';

/** Runs work, and returns the lines that the service logs meanwhile. */
// oxlint-disable-next-line typescript/no-explicit-any -- a line may hold anything
export async function loggedLines(work: () => Promise<unknown>): Promise<Record<string, any>[]> {
  const log = jest.spyOn(console, 'log').mockReturnValue();
  try {
    await work();
    return log.mock.calls.map(([line]) => JSON.parse(String(line)));
  } finally {
    log.mockRestore();
  }
}
