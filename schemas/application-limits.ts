/** The maximum number of applications in one page of a list. */
export const APPLICATIONS_PER_PAGE = 100;

/** The maximum number of applications on a recruiter page. */
export const APPLICATIONS_PER_RECRUITING_PAGE = 25;

/** The maximum number of new links to a job's recruiter page that are mailed per day (UTC), and per expired link. */
export const NEW_RECRUITING_LINKS = 3;

/** The hours within which an application that equals the candidate's last one for the job counts as a duplicate. */
export const SAME_APPLICATION_HOURS = 24;

/** Lifetime of a résumé's download URL, in seconds. */
export const RESUME_ADDRESS_SECONDS = 5 * 60;

/**
 * The maximum number of confirmations mailed to candidates per day (UTC). A setting limits the total of the service.
 */
export const DAILY_CONFIRMATIONS = {
  /** To one address: anyone can type another person's address. */
  address: 3,
  /** For one job: more than the daily candidates of a busy posting, and much less than the service may mail. */
  job: 500,
} as const;

/** Limits of applications per hour: above the first they are held, above the second they are refused. */
export const HOURLY_APPLICATIONS = {
  /** From one IP address. Many candidates may share that of a school or an employment office. */
  address: { held: 20, refused: 200 },
  /** For one job. */
  job: { held: 200, refused: 2_000 },
} as const;

/** The maximum number of uploads started per hour, from one IP address and for one job; others are refused. */
export const HOURLY_UPLOADS = { address: 400, job: 4_000 } as const;

/** The maximum number of reports per hour; others are refused. Each accepted report is mailed. */
export const HOURLY_REPORTS = {
  /** From one IP address. */
  address: 3,
  /** About one posting: by then, the operator knows. */
  job: 30,
} as const;
