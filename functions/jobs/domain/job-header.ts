import { listedFields, pick } from '../../../schemas/job-fields.ts';
import type { JobHeader } from '../../../schemas/job.ts';
import type { Employer } from '../../employers/domain/employer.ts';
import { locationRecord } from '../../reference/domain/location.ts';
import type { JobHeaderFields } from './job.ts';

/** A job in a list (interface 2.10). */
export const jobHeader = (job: JobHeaderFields, { id, name }: Employer): JobHeader =>
  pick({ ...job, employer: { id, name }, locations: job.locations.map(locationRecord) }, listedFields);
