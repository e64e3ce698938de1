import { isDeepStrictEqual } from 'node:util';
import { aJob } from '../setup/a-job.ts';
import type { startService } from '../setup/service.ts';
import { faultsOf, type Secrets } from './answer-rules.ts';
import * as stands from './requests.ts';
import type { FuzzRequest } from './requests.ts';
import { rawRequest, type RawReply } from '../setup/http-client.ts';

type Service = Awaited<ReturnType<typeof startService>>;

const MARK = 'rivals-secret-5d1f';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A job that only the rival may see; it is confidential, because candidates see other active jobs. */
const unseen = { title: MARK, description: MARK, status: 'active', confidential: true } as const;

/** Whether a response is that of a batch, of which one result has the job. */
const isInResults = (text: string, job: unknown): boolean =>
  text.startsWith('{"succeeded"') &&
  JSON.parse(text).results.some((result: { job?: unknown }) => isDeepStrictEqual(result.job, job));

/** Creates two employers: one that sends the requests, and a rival whose jobs the first may neither see nor change. */
export async function subjectOf(service: Service) {
  const employer = await service.newEmployer({ name: 'Own Inc.' });
  const rival = await service.newEmployer({ name: `Rival ${MARK}` });
  const revoked = `jps_${'A'.repeat(50)}`;
  const theirs = await Promise.all(
    [stands.RIVAL_REFERENCE, 'R-1', 'N-1', null].map(
      async (referenceId) => (await rival.post('/jobs', aJob({ ...unseen, referenceId }))).body,
    ),
  );
  const rivalList = (await rival.get('/jobs')).text;
  const secrets: Secrets = {
    texts: [MARK, employer.apiKey, rival.apiKey],
    employerId: employer.employer.id,
    rivalJobIds: theirs.map(({ id }) => id as number),
  };
  let current = { id: 0, text: '' };

  async function renewed(): Promise<void> {
    const { body, text, status } = await employer.put('/jobs', aJob({ referenceId: stands.OWN_REFERENCE }));
    if (status > 201) throw new Error(`The job of the fuzz cannot be made: ${text}`);
    current = { id: body.id, text };
  }
  await renewed();

  const real = (text: string) =>
    text
      .replaceAll(stands.OWN_ID, String(current.id))
      .replaceAll(stands.RIVAL_ID, String(secrets.rivalJobIds[0]))
      .replaceAll(stands.OWN_KEY, employer.apiKey)
      .replaceAll(stands.REVOKED_KEY, revoked);

  /** Checks that a refusal has not changed the job, and that the job can be read after a success. */
  async function aftermath({ status, text }: RawReply): Promise<string[]> {
    const now = await employer.get(`/jobs/${current.id}`);
    if (now.text === current.text) return [];
    if (status >= 400) return ['a refusal changed the job'];
    if (now.status === 404) await renewed();
    else current = { ...current, text: now.text };
    return now.status === 404
      ? status === 204
        ? []
        : ['the job is gone']
      : now.text === text || isInResults(text, now.body)
        ? []
        : ['another job is stored than was answered'];
  }

  return {
    /** Sends a request. Returns the faults of the response and of its effects. */
    faultsAfter: async ({ method, path, headers, body, expected }: FuzzRequest): Promise<string[]> => {
      const request: FuzzRequest = {
        method,
        path: real(path),
        headers: {
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, real(value)])),
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        ...(body !== undefined && { body }),
        ...(expected && { expected }),
      };
      const reply = await rawRequest(service.origin, request);
      const faults = faultsOf(request, reply, secrets);
      return READS.has(method) ? faults : [...faults, ...(await aftermath(reply))];
    },

    /** Whether the rival's jobs are unchanged, byte for byte. */
    rivalIsUntouched: async (): Promise<boolean> => (await rival.get('/jobs')).text === rivalList,
  };
}
