import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import type { Client, Reply } from '../../setup/http-client.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { startService } from '../../setup/service.ts';

process.env['LOG_LEVEL'] = 'warn';
const service = await startService();

async function linesOf(request: (acme: Client) => Promise<Reply>) {
  const acme = await service.newEmployer();
  return loggedLines(() => request(acme));
}

describe('with LOG_LEVEL warn', () => {
  test.each<[string, (acme: Client) => Promise<Reply>]>([
    ['a creation', (acme) => acme.post('/jobs', aJob())],
    ['a read without a key', () => service.anyone.get('/positiontypes')],
  ])('a successful request writes no log line: %s', async (_, request) => {
    expect(await linesOf(request)).toEqual([]);
  });

  test.each<[string, (acme: Client) => Promise<Reply>]>([
    ['api_key_invalid', () => service.anyone.get('/jobs')],
    ['validation_failed', (acme) => acme.post('/jobs', {})],
  ])('a refused request writes a log line: %s', async (code, request) => {
    expect(await linesOf(request)).toEqual([expect.objectContaining({ level: 'WARN', code, refused: 1 })]);
  });
});
