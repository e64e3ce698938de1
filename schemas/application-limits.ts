/** The most applications that a page of a list has. */
export const APPLICATIONS_PER_PAGE = 100;

/** Hours within which an application that is equal to the candidate's last one for the job is the same one. */
export const SAME_APPLICATION_HOURS = 24;

/** Seconds for which the address of a résumé is good. */
export const RESUME_ADDRESS_SECONDS = 5 * 60;

/** How many applications there may be in an hour: more are held, and far more are refused. */
export const HOURLY_APPLICATIONS = {
  /** From one address. Many candidates may share the address of a school or an employment office. */
  address: { held: 20, refused: 200 },
  /** For one job. */
  job: { held: 200, refused: 2_000 },
} as const;
