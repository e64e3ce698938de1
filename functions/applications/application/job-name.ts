/** The name of a job for recruiters: its title, and the employer's own id for it if it has one. */
export const jobName = (title: string, referenceId: string | null): string =>
  referenceId === null ? title : `${title} (${referenceId})`;
