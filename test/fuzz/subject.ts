import { aJob } from '../setup/a-job.ts';
import type { startService } from '../setup/service.ts';
import { faultsOf, type Secrets } from './answer-rules.ts';
import * as stands from './requests.ts';
import type { FuzzRequest } from './requests.ts';
import { rawRequest, type RawReply } from '../setup/http-client.ts';

type Service = Awaited<ReturnType<typeof startService>>;

const MARK = 'rivals-secret-5d1f';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What a rival keeps to itself: candidates would see a job that is not confidential. */
const unseen = { title: MARK, description: MARK, status: 'active', confidential: true } as const;

/** Two employers of a service: one whose requests are judged, and a rival whose jobs nobody else may see or change. */
export async function subjectOf(service: Service) {
  const own = await service.newEmployer({ name: 'Own Inc.' });
  const rival = await service.newEmployer({ name: `Rival ${MARK}` });
  const revoked = `jps_${'A'.repeat(50)}`;
  const theirs = await Promise.all(
    [stands.RIVAL_REFERENCE, 'R-1', 'N-1', null].map(
      async (referenceId) => (await rival.post('/jobs', aJob({ ...unseen, referenceId }))).body,
    ),
  );
  const rivalList = (await rival.get('/jobs')).text;
  const secrets: Secrets = {
    texts: [MARK, own.apiKey, rival.apiKey],
    employerId: own.employer.id,
    rivalJobIds: theirs.map(({ id }) => id as number),
  };
  let current = { id: 0, text: '' };

  async function renewed(): Promise<void> {
    const { body, text, status } = await own.put('/jobs', aJob({ referenceId: stands.OWN_REFERENCE }));
    if (status > 201) throw new Error(`The job of the fuzz cannot be made: ${text}`);
    current = { id: body.id, text };
  }
  await renewed();

  const real = (text: string) =>
    text
      .replaceAll(stands.OWN_ID, String(current.id))
      .replaceAll(stands.RIVAL_ID, String(secrets.rivalJobIds[0]))
      .replaceAll(stands.OWN_KEY, own.apiKey)
      .replaceAll(stands.REVOKED_KEY, revoked);

  /** A refusal leaves the job as it was; a success leaves a job that can be read. */
  async function aftermath({ status, text }: RawReply): Promise<string[]> {
    const now = await own.get(`/jobs/${current.id}`);
    if (now.text === current.text) return [];
    if (status >= 400) return ['a refusal changed the job'];
    if (now.status === 404) await renewed();
    else current = { ...current, text: now.text };
    return now.status === 404
      ? status === 204
        ? []
        : ['the job is gone']
      : now.text === text
        ? []
        : ['another job is stored than was answered'];
  }

  return {
    /** Sends a request and answers what is wrong with the service's answer to it, and with what it did. */
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

    /** Whether the rival's jobs are what they were, to the byte. */
    rivalIsUntouched: async (): Promise<boolean> => (await rival.get('/jobs')).text === rivalList,
  };
}
