/** What the names of files begin with; what happens to a file depends on it (`lib/file-bucket.ts`). */
export const filePrefixes = {
  /** Files of applications, by employer: deleted when the application is, and at the latest after its time is over. */
  applications: 'applications/',
  /** Logos of employers, which anyone may read through the service: deleted when an employer has another one, or none. */
  logos: 'logos/',
  /** Files that anybody with a permission for it has uploaded, not judged yet: deleted after a day. */
  uploads: 'uploads/',
  /** Files made ahead for the public, which anyone may read through the service. */
  public: 'public/',
} as const;
