/** What no log line may contain of a candidate. */
export const candidate = {
  name: 'Zoé Tremblay-Nguyễn',
  email: 'zoe.tremblay@example.net',
  telephone: '+1 514 555 0187',
  coverLetter: 'I have baked bread since I was nine.\nSincerely, Zoé',
  fileName: 'Zoé Tremblay-Nguyễn.pdf',
} as const;
