/** The most applications that a page of a list has. */
export const APPLICATIONS_PER_PAGE = 100;

/** The most applications that a page for recruiters has. */
export const APPLICATIONS_PER_RECRUITING_PAGE = 25;

/** How many new links to a job's page for recruiters are mailed in a day (UTC), and for one link that has ended. */
export const NEW_RECRUITING_LINKS = 3;

/** Hours within which an application that is equal to the candidate's last one for the job is the same one. */
export const SAME_APPLICATION_HOURS = 24;

/** Seconds for which the address of a résumé is good. */
export const RESUME_ADDRESS_SECONDS = 5 * 60;

/** How many confirmations candidates are mailed in a day (UTC). A setting bounds those of the whole service. */
export const DAILY_CONFIRMATIONS = {
  /** To one address: anybody can type somebody else's. */
  address: 3,
  /** For one job: more than a busy posting has candidates in a day, and much less than a service may mail. */
  job: 500,
} as const;

/** How many applications there may be in an hour: more are held, and far more are refused. */
export const HOURLY_APPLICATIONS = {
  /** From one address. Many candidates may share the address of a school or an employment office. */
  address: { held: 20, refused: 200 },
  /** For one job. */
  job: { held: 200, refused: 2_000 },
} as const;

/** How many uploads may be begun in an hour, from one address and for one job: more are refused. */
export const HOURLY_UPLOADS = { address: 400, job: 4_000 } as const;

/** How many reports there may be in an hour: more are refused, each of the others is mailed. */
export const HOURLY_REPORTS = {
  /** From one address. */
  address: 3,
  /** Of one posting: by then, whoever runs the service knows. */
  job: 30,
} as const;
