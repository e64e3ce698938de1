/** Generated files that the service publishes. */
export const publishedFiles = { public: 'public/' } as const;
