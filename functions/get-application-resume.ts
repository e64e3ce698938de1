import { Refusal } from './domain/refusal.ts';
import { endpoint } from './http/chain.ts';
import { resumeServicesFor } from './wiring/resume-services.ts';

/** For how long the address of a résumé is good, in seconds. */
const ADDRESS_SECONDS = 5 * 60;

/** Interface 12.5. */
export const handler = endpoint(
  'getApplicationResume',
  resumeServicesFor,
  async ({ employer, id, found }, { applications, files }) => {
    const { resume } = found(await applications.own(employer.id, id));
    if (!resume) throw new Refusal('resume_not_found');
    const { key, fileName, mediaType } = resume;
    const location = await files.addressOf(key, { fileName, mediaType, seconds: ADDRESS_SECONDS });
    return { headers: { location, 'cache-control': 'private, no-store' } };
  },
);
