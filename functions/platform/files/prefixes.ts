/** What the names of files begin with; what happens to a file depends on it (`lib/file-bucket.ts`). */
export const filePrefixes = {
  /** Files of applications, by employer: deleted when the application is, and at the latest after its time is over. */
  applications: 'applications/',
  /** Files made ahead for the public, which anyone may read through the service. */
  public: 'public/',
} as const;
