/** The domains of one mail service, which leaves dots out of the names of its mailboxes. */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an e-mail address leads to, as far as that can be told: whatever its letter case and its tag
 * (`zoe+jobs@`), and for Gmail its dots. Only for counting: mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const name = local.replace(/(?<=.)\+.*/, '');
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
