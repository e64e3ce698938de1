import { RESUME_ADDRESS_SECONDS } from '../../schemas/application-limits.ts';
import { Refusal } from '../platform/errors.ts';
import { authenticatedOperation } from '../accounts/authenticated-operation.ts';
import { resumeServicesFor } from './services.ts';

export const handler = authenticatedOperation(
  'getApplicationResume',
  resumeServicesFor,
  async ({ caller: { account }, id, found, acceptsJson }, { applications, files, now }) => {
    const { resume } = found(await applications.own(account.id, id));
    if (!resume) throw new Refusal('resume_not_found');
    const { key, fileName, mediaType } = resume;
    // The expiry of an S3 signature is in whole seconds.
    const until = (Math.floor(now().getTime() / 1_000) + RESUME_ADDRESS_SECONDS) * 1_000;
    const url = await files.addressOf(key, { fileName, mediaType, seconds: RESUME_ADDRESS_SECONDS });
    const headers = { 'cache-control': 'private, no-store' };
    return acceptsJson
      ? { headers, body: { url, expiresAt: new Date(until).toISOString() } }
      : { status: 302, headers: { location: url, ...headers } };
  },
);
