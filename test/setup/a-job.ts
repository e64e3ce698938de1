/** The body of a POST that creates a job: everything that is required and nothing else, unless a test says otherwise. */
export const aJob = (overrides: Record<string, unknown> = {}) => ({
  title: 'Software Developer',
  locations: [{ description: 'Vancouver, BC' }],
  categories: [{ id: 23 }],
  positionType: { id: 1 },
  description: '<p>Build a job posting service.</p>',
  applicantRoutingType: { id: 1 },
  applicationEmail: 'jobs@example.com',
  ...overrides,
});
