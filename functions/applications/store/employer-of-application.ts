import type { Employer } from '../../employers/domain/employer.ts';
import { employerFrom } from '../../employers/store/employer-item.ts';
import { jobReader } from '../../jobs/store/job-reader.ts';
import type { Database } from '../../platform/dynamodb/database.ts';
import { keys } from '../../platform/dynamodb/table.ts';
import type { Application } from '../domain/application.ts';

/**
 * Finds the employer of an application, if its candidate may know it: undefined while the job is confidential or the
 * employer suspended, and once the job is deleted, since nothing tells then whether it was confidential.
 */
export const employerOfApplication =
  (db: Database) =>
  async ({ employerId, jobId }: Pick<Application, 'employerId' | 'jobId'>): Promise<Employer | undefined> => {
    const [job, profile] = await Promise.all([
      jobReader(db).get(employerId, jobId),
      db.get({ Key: keys.employer(employerId) }),
    ]);
    const employer = profile && employerFrom(profile);
    return job?.confidential === false && employer?.suspendedAt === null ? employer : undefined;
  };
