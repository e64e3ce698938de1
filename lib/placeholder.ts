/** A domain for examples (RFC 2606), which nobody can own. */
export const isPlaceholder = (domain: string): boolean =>
  /(?:^|\.)example(?:\.com|\.net|\.org)?$/.test(domain);
