/** The prefixes of file keys, which determine a file's lifecycle (`lib/file-bucket.ts`). */
export const filePrefixes = {
  /** Files of applications, by employer: deleted with the application, and at the latest after its retention. */
  applications: 'applications/',
  /** Logos of employers, which the service publishes: deleted when the employer replaces or deletes its logo. */
  logos: 'logos/',
  /** Uploaded files that no application uses yet: deleted after a day. */
  uploads: 'uploads/',
  /** Generated files that the service publishes. */
  public: 'public/',
} as const;
