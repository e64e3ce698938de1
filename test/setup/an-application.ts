/** What no log line may contain of a candidate. */
export const candidate = {
  name: 'Zoé Tremblay-Nguyễn',
  email: 'zoe.tremblay@example.net',
  telephone: '+1 514 555 0187',
  coverLetter: 'I have baked bread since I was nine.\nSincerely, Zoé',
  fileName: 'Zoé Tremblay-Nguyễn.pdf',
} as const;

const { fileName, ...written } = candidate;

/** The smallest file that a reader of PDF opens. */
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** An application as JSON that meets every rule, with some fields replaced. */
export const anApplication = (fields: Record<string, unknown> = {}) => ({
  ...written,
  resume: { fileName, content: pdf.toString('base64') },
  consent: true,
  ...fields,
});
