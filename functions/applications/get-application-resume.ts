import { RESUME_ADDRESS_SECONDS } from '../../schemas/application-limits.ts';
import { Refusal } from '../platform/values/refusal.ts';
import { operationHandler } from '../http/chain.ts';
import { resumeServicesFor } from './services.ts';

/** Interface 12.5. */
export const handler = operationHandler(
  'getApplicationResume',
  resumeServicesFor,
  async ({ employer, id, found }, { applications, files }) => {
    const { resume } = found(await applications.own(employer.id, id));
    if (!resume) throw new Refusal('resume_not_found');
    const { key, fileName, mediaType } = resume;
    const location = await files.addressOf(key, { fileName, mediaType, seconds: RESUME_ADDRESS_SECONDS });
    return { headers: { location, 'cache-control': 'private, no-store' } };
  },
);
