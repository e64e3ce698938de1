import { recruitingLinkFor } from '../../functions/applications/recruiters/recruiting-link.ts';
import type { connectToService } from './shared-service.ts';

type Service = ReturnType<typeof connectToService>;

/** An employer with a job, as a service makes them. */
export type EmployerWithJob = Awaited<ReturnType<Service['employerWithJob']>>;

/** The pages for recruiters of a service: their links, and what browsers do with them. */
export function recruitingPages(service: Pick<Service, 'db' | 'origin'>) {
  process.env['BASE_URL'] = service.origin;
  const links = recruitingLinkFor(service.db);

  return {
    /** The link that a mail to an address has; null where it has none. */
    linkTo: ({ acme, job }: EmployerWithJob, { to = job.applicationEmail, now = new Date() } = {}) =>
      links({ employerId: acme.employer.id, jobId: job.id, to, now }),

    /** Presses a button of the page. */
    press: async (link: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const token = new URL(link).searchParams.get('token') ?? '';
      const body = new URLSearchParams({ token, ...fields });
      const address = `${service.origin}/recruiting?lang=en`;
      const response = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' });
      const location = response.headers.get('location') ?? '';
      const retryAfter = response.headers.get('retry-after');
      return { status: response.status, text: await response.text(), location, retryAfter };
    },
  };
}
