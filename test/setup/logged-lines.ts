import { jest } from '@jest/globals';

/** Runs work, and returns the lines that the service logs meanwhile. */
export async function loggedLines(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const log = jest.spyOn(console, 'log').mockReturnValue();
  try {
    await work();
    return log.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  } finally {
    log.mockRestore();
  }
}
