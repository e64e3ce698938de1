/**
 * Whether a template is on the disk of whoever opens the document: with a drive, below a single slash or without a
 * folder. An address and the name of a server are not.
 */
export const isLocalTemplate = (path: string): boolean =>
  /^(?:file:\/\/\/[^\\/%]|\/[^\\/%]|(?![a-z][a-z\d+.-]+:)[^\\/%]|$)/i.test(path.trim());
