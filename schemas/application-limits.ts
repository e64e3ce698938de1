/** The maximum number of applications in one page of a list. */
export const APPLICATIONS_PER_PAGE = 100;

/** The maximum number of applications on a recruiter page. */
export const APPLICATIONS_PER_RECRUITING_PAGE = 25;

/** The maximum number of new links to a job's recruiter page that are mailed per day (UTC), and per expired link. */
export const NEW_RECRUITING_LINKS = 3;

/** The number of hours in which an application equal to the candidate's last one for the job counts as a duplicate. */
export const SAME_APPLICATION_HOURS = 24;

/** Lifetime of a résumé's download URL, in seconds. */
export const RESUME_ADDRESS_SECONDS = 5 * 60;

/**
 * The maximum number of confirmations mailed to candidates per day (UTC). A setting limits the total of the service.
 */
export const DAILY_CONFIRMATIONS = {
  /** The maximum number of mails to one address: few, because anyone can enter another person's address. */
  address: 3,
  /** The maximum for one job: more than the candidates of a busy posting, much less than the service's mail quota. */
  job: 500,
} as const;

/** Limits of applications per hour. Applications above the first limit are held, above the second refused. */
export const HOURLY_APPLICATIONS = {
  /** The limits for one IP address, which many candidates may share in a school or an employment office. */
  address: { held: 20, refused: 200 },
  /** The limits for one job. */
  job: { held: 200, refused: 2_000 },
} as const;

/** The maximum number of uploads started per hour, from one IP address and for one job; others are refused. */
export const HOURLY_UPLOADS = { address: 400, job: 4_000 } as const;

/** The maximum number of reports per hour; others are refused. Each accepted report is mailed. */
export const HOURLY_REPORTS = {
  /** The maximum number of reports from one IP address. */
  address: 3,
  /** The maximum number of reports about one posting: more would tell the operator nothing new. */
  job: 30,
} as const;
