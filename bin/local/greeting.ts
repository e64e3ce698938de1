import { BASE_PATH } from '../../schemas/operations.ts';
import { pages } from '../../schemas/pages.ts';

/** A valid job; without apostrophes, because the shell command puts it in single quotes. */
const sampleJob = {
  title: 'Baker',
  status: 'active',
  locations: [{ description: 'Vancouver, BC' }],
  categories: [{ id: 18 }],
  positionType: { id: 1 },
  description: '<p>Bread, early in the morning.</p>',
  applicantRoutingType: { id: 1 },
  applicationEmail: 'jobs@example.com',
};

interface Facts {
  /** The origin of the service, such as `http://localhost:3000`. */
  address: string;
  data: string;
  mail: string;
  keyCommand: string;
  /** The command that creates a partner, whose key can act for many employers. */
  partnerCommand: string;
  employerId: number;
  /** The first API key; present only if the key was just issued. */
  apiKey?: string | undefined;
}

const firstSteps = (jobs: string, apiKey: string) => `
Demo Employer was made for you. Its API key, shown this once:
  ${apiKey}

Post a job, then list your jobs:
  curl -i ${jobs} -H 'API-Key: ${apiKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(sampleJob)}'
  curl -i ${jobs} -H 'API-Key: ${apiKey}'
`;

export function greeting({
  address,
  data,
  mail,
  keyCommand,
  partnerCommand,
  employerId,
  apiKey,
}: Facts): string {
  const base = `${address}${BASE_PATH}`;
  return `Job Posting Service is ready at ${base}
Guide and reference: ${address}${pages.reference.path}
Open jobs, as candidates see them: ${address}/employers/${employerId}
The front page of the site: ${address}/
Data: ${data}
Mail: ${mail}
${apiKey === undefined ? '' : firstSteps(`${base}/jobs`, apiKey)}
Another API key: ${keyCommand}
A key for many employers: ${partnerCommand}
Ctrl-C stops the service.
`;
}
